/// A feed that grows: each file has new articles, which link to those before them.
struct DemoFeed {
  private var count = 0

  /// The next file, in RSS 2.0.
  mutating func nextFile(articles: Int, _ random: inout SeededGenerator) -> String {
    let items = (0..<articles).map { _ in item(&random) }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0"><channel><title>Lighthouse notes</title>
      <link>https://demo.example/</link><description>Made for the demo</description>
      \(items.joined(separator: "\n"))
      </channel></rss>
      """
  }

  private mutating func item(_ random: inout SeededGenerator) -> String {
    count += 1
    let titles = ["The light at", "灯台の話", "Fog over", "Élan and", "👩‍🚀 above"]
    let title = "\(titles[random.next(below: titles.count)]) \(count)"
    let paragraphs = (0..<(2 + random.next(below: 9))).map { _ in paragraph(&random) }
    return """
      <item><title>\(title)</title><link>https://demo.example/\(count)</link>
      <guid>demo-\(count)</guid>
      <pubDate>\(1 + count % 28) Mar \(2000 + count % 25) 10:00:00 +0000</pubDate>
      <description><![CDATA[\(paragraphs.joined())]]></description></item>
      """
  }

  private func paragraph(_ random: inout SeededGenerator) -> String {
    let words = ["the", "lamp", "turns", "海", "over", "light", "waves", "keeper", "é", "night"]
    let text = (0..<(10 + random.next(below: 60)))
      .map { _ in words[random.next(below: words.count)] }
      .joined(separator: " ")
    let target = 1 + random.next(below: max(1, count))
    return "<p>\(text) <a href=\"https://demo.example/\(target)\">see this</a></p>"
  }
}

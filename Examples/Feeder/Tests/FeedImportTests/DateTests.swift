import FeedImport
import Foundation
import Testing

@Suite("Dates")
struct DateTests {
  private func date(_ text: String) throws -> Date? {
    let feed = try Samples.feed(
      "<rss><channel><item><title>T</title><pubDate>\(text)</pubDate></item></channel></rss>"
    )
    return feed.articles.first?.date
  }

  @Test(
    "One moment is read from every way to write it.",
    arguments: [
      "Sat, 28 Feb 2026 23:30:05 GMT", "28 Feb 2026 23:30:05 UT", "Sun, 1 Mar 26 00:30:05 +0100",
      "Saturday, 28-Feb-2026 23:30:05 GMT", "Sat, 28 February 2026 18:30:05 EST",
      "Feb 28, 2026 23:30:05 Z", "Sat Feb 28 23:30:05 2026", "2026-02-28T23:30:05Z",
      "2026-02-28t23:30:05+00:00", "2026-03-01T05:15:05.000+05:45", "2026-02-28 23:30:05",
      "2026-02-28T23:30:05", "Sat,28 Feb 2026 23:30:05 -0000", "  Sat, 28 Feb 2026 23:30:05 GMT ",
      "Sat, 28 Feb 2026 15:30:05 PST", "2026-03-01T00:30:05+0100",
      "Sat, 28 Feb 2026 23:30:05 GMT+00:00",
    ]
  )
  func oneMoment(text: String) throws {
    #expect(try date(text) == Date(timeIntervalSince1970: 1_772_321_405))
  }

  @Test(
    "What is short is completed.",
    arguments: [
      ("2026-02-28", 1_772_236_800.0), ("2026", 1_767_225_600), ("2026-02", 1_769_904_000),
      ("28 Feb 2026", 1_772_236_800), ("2026-02-28T23:30Z", 1_772_321_400),
      ("2026-02-28T23:30:05.25Z", 1_772_321_405.25), ("29 Feb 2000 12:00 GMT", 951_825_600),
      ("1 Jan 1970 00:00 GMT", 0), ("31 Dec 69 23:59:59 GMT", -1),
    ]
  )
  func short(text: String, seconds: Double) throws {
    #expect(try date(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(
    "What is no date is none.",
    arguments: [
      "yesterday", "30 Feb 2026", "2026-13-01", "29 Feb 2026", "99 99 99", "2026-02-28T25:00Z",
      "Feb 2026", "12:30", "-1 Jan 2026", "2026-02-28T12:61Z", "99999999999999999999 Jan 2026",
    ]
  )
  func none(text: String) throws {
    #expect(try date(text) == nil)
  }
}

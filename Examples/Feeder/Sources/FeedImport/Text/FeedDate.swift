import Foundation

/// Reads the dates of feeds: RFC 3339, RFC 822, and what is near to either.
enum FeedDate {
  /// Reads a date; nil if there is no telling which it is.
  ///
  /// Without a time it is midnight, without a zone UTC.
  static func parse(_ text: String) -> Date? {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard trimmed.utf8.count <= 80 else { return nil }
    return parseISO(trimmed) ?? parseWords(trimmed)
  }

  /// `2026-11-30T06:02:20.5+01:00` and shorter: without zone, seconds, time, day or month.
  private static func parseISO(_ text: String) -> Date? {
    let pattern =
      /(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?(?:[Tt ]+(\d\d?):(\d\d)(?::(\d\d)(\.\d+)?)?)?\s*(\S*)/
    guard let match = text.wholeMatch(of: pattern) else { return nil }
    var date = DateParts()
    date.year = Int(match.1) ?? 0
    date.month = match.2.flatMap { Int($0) } ?? 1
    date.day = match.3.flatMap { Int($0) } ?? 1
    date.hour = match.4.flatMap { Int($0) } ?? 0
    date.minute = match.5.flatMap { Int($0) } ?? 0
    date.second = match.6.flatMap { Int($0) } ?? 0
    date.fraction = match.7.flatMap { Double("0" + $0) } ?? 0
    guard let offset = zoneOffset(String(match.8)) else { return nil }
    date.offset = offset
    return date.date
  }

  /// `Mon, 30 Nov 2026 06:02:20 GMT` in about any order, with names of months in English.
  private static func parseWords(_ text: String) -> Date? {
    var date = DateParts()
    var numbers: [(value: Int, digits: Int)] = []
    var month: Int?
    let words = text.split { $0.isWhitespace || $0 == "," }
    // `30-Nov-2026` is three words; `-0500` is a zone.
    for word in words.flatMap({ $0.first == "-" ? [$0] : $0.split(separator: "-") }) {
      if word.contains(":"), word.first?.isNumber == true {
        guard date.setTime(word) else { return nil }
      } else if word.first?.isNumber == true {
        let digits = word.prefix { $0.isNumber }
        guard let value = Int(digits) else { return nil }
        numbers.append((value, digits.count))
      } else if let number = monthNumber(word) {
        month = number
      } else if !isWeekday(word), let offset = zoneOffset(String(word)) {
        date.offset = offset
      }
    }
    guard let month, numbers.count == 2 else { return nil }
    let yearFirst = numbers[0].digits == 4
    date.month = month
    date.day = numbers[yearFirst ? 1 : 0].value
    let year = numbers[yearFirst ? 0 : 1]
    // RFC 2822, 4.3: two digits from 50 on are of the last century.
    date.year = year.digits > 2 ? year.value : year.value + (year.value < 50 ? 2_000 : 1_900)
    return date.date
  }

  private static func monthNumber(_ word: Substring) -> Int? {
    guard word.count >= 3 else { return nil }
    let months = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]
    let name = word.lowercased().replacing(".", with: "")
    return months.firstIndex { $0.hasPrefix(name) || name == "sept" && $0 == "september" }
      .map { $0 + 1 }
  }

  private static func isWeekday(_ word: Substring) -> Bool {
    let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    return names.contains(word.prefix(3).lowercased()) && word.count <= 9
  }

  /// The seconds east of UTC; 0 for no zone, nil for an unknown one.
  private static func zoneOffset(_ zone: String) -> Int? {
    if let known = zones[zone.uppercased()] { return known * 3_600 }
    guard let match = zone.wholeMatch(of: /(?:GMT|UTC)?([+-])(\d\d?):?(\d\d)?/) else { return nil }
    let hours = Int(match.2) ?? 0
    let minutes = match.3.flatMap { Int($0) } ?? 0
    guard hours <= 18, minutes < 60 else { return nil }
    return (hours * 3_600 + minutes * 60) * (match.1 == "-" ? -1 : 1)
  }

  private static let zones = [
    "": 0, "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "BST": 1, "CET": 1, "CEST": 2, "MET": 1,
    "EET": 2, "EEST": 3, "MSK": 3, "JST": 9, "AEST": 10, "AEDT": 11, "AST": -4, "ADT": -3,
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
  ]
}

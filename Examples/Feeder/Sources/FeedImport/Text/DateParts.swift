import Foundation

/// A date of the Gregorian calendar in parts, as it stands in a feed.
struct DateParts {
  var year = 0
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0
  var fraction = 0.0

  /// Seconds east of UTC.
  var offset = 0

  /// Takes the time from `6:02` or `06:02:20`; false if it is none.
  mutating func setTime(_ word: Substring) -> Bool {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    let values = parts.map { Int($0.prefix { $0.isNumber }) }
    guard 2...3 ~= parts.count, let hour = values[0], let minute = values[1] else { return false }
    self.hour = hour
    self.minute = minute
    second = values.count > 2 ? values[2] ?? 0 : 0
    return true
  }

  /// The date; nil if there is no such day or time.
  var date: Date? {
    guard 1...12 ~= month, 1...daysInMonth ~= day, 1...9_999 ~= year else { return nil }
    guard 0...24 ~= hour, 0...59 ~= minute, 0...60 ~= second else { return nil }
    let time = daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second - offset
    return Date(timeIntervalSince1970: Double(time) + fraction)
  }

  private var daysInMonth: Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Counts days with years that begin in March, so that a leap day is a year's last.
  private var daysSince1970: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let marchMonth = (month + 9) % 12
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    return marchYear * 365 + leapDays + (153 * marchMonth + 2) / 5 + day - 1 - 719_468
  }
}

import Foundation

/// Days as they are shown, the same in every place and language.
enum ArticleDate {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The day in a list, such as ` 3 Mar 26`.
  static func short(_ date: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    let day = parts.day ?? 1
    let year = String((parts.year ?? 0) % 100 + 100).dropFirst()
    return "\(day < 10 ? " " : "")\(day) \(months[(parts.month ?? 1) - 1]) \(year)"
  }
}

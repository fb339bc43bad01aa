import Glibc

/// A date and time in ISO 8601, in UTC.
///
///     InstantText(milliseconds: 0).description  // 1970-01-01T00:00:00.000Z
public struct InstantText: CustomStringConvertible {
  public static var millisecondsOfDay: Int { 86_400_000 }

  public let description: String

  /// Creates the text for a time in milliseconds since 1970.
  public init(milliseconds: Int) {
    let (days, rest) = milliseconds.flooredDivision(by: Self.millisecondsOfDay)
    let (year, month, day) = Self.date(daysSince1970: days)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    Self.append(year, 4, before: "-", to: &bytes)
    Self.append(month, 2, before: "-", to: &bytes)
    Self.append(day, 2, before: "T", to: &bytes)
    Self.append(rest / 3_600_000, 2, before: ":", to: &bytes)
    Self.append(rest / 60_000 % 60, 2, before: ":", to: &bytes)
    Self.append(rest / 1000 % 60, 2, before: ".", to: &bytes)
    Self.append(rest % 1000, 3, before: "Z", to: &bytes)
    description = String(decoding: bytes, as: UTF8.self)
  }

  /// Parses a text of this format; returns `nil` if it is invalid, or if no such day exists.
  public init?(_ text: String) {
    let pattern = Array("dddd-dd-ddTdd:dd:dd.dddZ".utf8)
    let bytes = Array(text.utf8)
    guard bytes.count == pattern.count else { return nil }
    for (byte, sign) in zip(bytes, pattern) {
      guard sign == UInt8(ascii: "d") ? (0x30...0x39).contains(byte) : byte == sign else {
        return nil
      }
    }
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1) - 0x30 } }
    guard (1...12).contains(number(5..<7)), number(8..<10) > 0, number(11..<13) < 24,
      number(14..<16) < 60, number(17..<19) < 60,
      number(8..<10) <= Self.dayCount(year: number(0..<4), month: number(5..<7))
    else { return nil }
    description = text
  }

  /// The number of days from 1970-01-01 to the date.
  public var daysSince1970: Int {
    let bytes = Array(description.utf8)
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1) - 0x30 } }
    let month = number(5..<7)
    let year = number(0..<4) - (month <= 2 ? 1 : 0)
    let era = year.flooredDivision(by: 400)
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + number(8..<10) - 1
    let dayOfEra = era.rest * 365 + era.rest / 4 - era.rest / 100 + dayOfYear
    return era.quotient * 146_097 + dayOfEra - 719_468
  }

  /// Returns the number of days in a month.
  private static func dayCount(year: Int, month: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the date that is a number of days after 1970-01-01.
  ///
  /// This is the algorithm of Howard Hinnant, in which years begin in March.
  private static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Appends a number with leading zeros, in at least `width` digits, and the sign after it.
  ///
  /// A simulation writes a date for each trial; joined texts would take ten times as long.
  private static func append(
    _ number: Int, _ width: Int, before sign: Unicode.Scalar, to bytes: inout [UInt8]
  ) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let beginning = bytes.count
    var rest = number.magnitude
    while rest > 0 || bytes.count < beginning + width {
      bytes.insert(UInt8(ascii: "0") + UInt8(rest % 10), at: beginning)
      rest /= 10
    }
    bytes.append(UInt8(ascii: sign))
  }
}

/// A time in the machine's time zone, shown without the date if that is today.
///
///     let text = LocalTime(1_790_000_000_000).text(at: LocalTime(1_790_000_060_000))
public struct LocalTime {
  private let fields: tm

  /// Creates the time a number of milliseconds after 1970.
  public init(_ milliseconds: Int) {
    var seconds = milliseconds / 1000
    var fields = tm()
    localtime_r(&seconds, &fields)
    self.fields = fields
  }

  /// Returns hour and minute such as `12:03`, after the date unless that is today.
  public func text(at now: LocalTime) -> String {
    let time = Self.padded(fields.tm_hour) + ":" + Self.padded(fields.tm_min)
    return date == now.date ? time : date + " " + time
  }

  private var date: String {
    let month = Int32(fields.tm_mon) + 1
    let day = fields.tm_mday
    return "\(Int(fields.tm_year) + 1900)-\(Self.padded(month))-\(Self.padded(day))"
  }

  private static func padded(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
}

extension Int {
  /// Returns the quotient rounded down, and the remainder, which is not negative.
  fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, rest: Int) {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}

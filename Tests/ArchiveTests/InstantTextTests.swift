import Archive
import Testing

/// Tests of the texts of dates and times.
struct InstantTextTests {
  /// Returns the text of a date in milliseconds since 1970.
  private func text(_ milliseconds: Int) -> String {
    InstantText(milliseconds: milliseconds).description
  }

  @Test func `Dates are those of the calendar, before 1970 and in leap years too`() {
    #expect(text(0) == "1970-01-01T00:00:00.000Z")
    #expect(text(-1) == "1969-12-31T23:59:59.999Z")
    #expect(text(951_782_400_000) == "2000-02-29T00:00:00.000Z")
    #expect(text(951_868_799_999) == "2000-02-29T23:59:59.999Z")
    #expect(text(1_794_000_245_678) == "2026-11-06T21:24:05.678Z")
    #expect(text(4_107_542_399_000) == "2100-02-28T23:59:59.000Z")
    #expect(text(4_107_542_400_000) == "2100-03-01T00:00:00.000Z")
    #expect(text(-62_135_596_800_000) == "0001-01-01T00:00:00.000Z")
    #expect(text(Int.max).hasSuffix("Z"))
    #expect(text(Int.min).hasSuffix("Z"))
  }

  @Test func `A time of another day has its date`() {
    let day = 86_400_000
    let noon = LocalTime(20_000 * day + day / 2)
    let time = noon.text(at: noon)
    #expect(time.utf8.count == 5)
    let later = noon.text(at: LocalTime(20_003 * day))
    #expect(later.hasSuffix(" " + time) && later.hasPrefix("2024-10-0"))
  }
}

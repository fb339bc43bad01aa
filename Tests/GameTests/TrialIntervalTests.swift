import Examiner
@testable import Game
import Testing

/// Tests of the times before and between the trials of a test.
struct TrialIntervalTests {
  private func settings(_ text: String) throws -> TestSettings {
    try #require(TestSettings(text))
  }

  @Test(arguments: [
    ("800", 800...800), ("800..1200", 800...1200), ("0", 0...0), ("0..60000", 0...60_000),
    ("5..5", 5...5),
  ])
  func `A time or a range of times is an interval`(_ text: String, _ range: ClosedRange<Int>) {
    #expect(PresentationSettings.interval(text) == range)
  }

  @Test(arguments: [
    "1200..800", "800..", "..800", "800...1200", "800..900..1000", "-1", "-1..5", "60001", "+5",
    "0800", "8e2", "", "..", "800..60001", "99999999999999999999", "800 ..900",
  ])
  func `Any other text is none`(_ text: String) {
    #expect(PresentationSettings.interval(text) == nil)
  }

  @Test func `The settings of a trial have both times`() throws {
    let text = "trials=5 fixation=0 interval=800..1200"
    let settings = try settings(text)
    #expect(settings.presentation.fixation == 0)
    #expect(settings.presentation.interval == 800...1200)
    #expect("\(settings)" == text)
    #expect(TestSettings("interval=800..800") == nil)
    #expect(TestSettings("fixation=10001") == nil)
  }

  @Test func `Each trial but the first draws an interval, the same for the same draw`() throws {
    let first = try settings("draw=a interval=800..1200")
    let second = try settings("draw=b interval=800..1200")
    #expect(first.interval(beforeTrial: 1) == nil)
    let own = (2...200).compactMap { first.interval(beforeTrial: $0) }
    #expect(own == (2...200).compactMap { first.interval(beforeTrial: $0) })
    #expect(own != (2...200).compactMap { second.interval(beforeTrial: $0) })
    #expect(try settings("interval=800").interval(beforeTrial: 7) == 800)
    #expect(try settings("trials=5").interval(beforeTrial: 7) == nil)
  }

  @Test func `Each interval of a range is as likely`() throws {
    var counts: [Int: Int] = [:]
    for draw in 0..<3_000 {
      let settings = try settings("draw=\(draw) interval=10..12")
      for number in 2...3 { counts[settings.interval(beforeTrial: number) ?? 0, default: 0] += 1 }
    }
    #expect(counts.keys.sorted() == [10, 11, 12])
    // Five standard errors of a share of one third.
    let tolerance = 5 * (6_000.0 * 2 / 9).squareRoot()
    #expect(counts.values.allSatisfy { abs(Double($0) - 2_000) < tolerance }, "\(counts)")
  }

  /// Plays trials on a clock: the fixation mark, the numerals, and giving up.
  @Test func `The times are measured from the end of a trial to the mark, and to the numerals`()
    throws
  {
    let settings = try settings("trials=3 fixation=500 interval=800")
    var series = TestSeries(.plain, settings)
    var session = GameSession()
    func examiner() throws -> ChimpanzeeExaminer {
      .startGame(try series.plan.identifier(try Seed("a")), rule: series.plan.rule)
    }
    _ = try session.handle(.prepare(try examiner(), of: series), at: 0)
    #expect(session.remainingInterval(at: 0) == nil)
    _ = try session.handle(.await(.fixation), at: 100)
    _ = try session.handle(.begin, at: 600)
    _ = try session.handle(.exposure(.shown), at: 607)
    #expect(session.round.exposure.fixation == 507)
    #expect(session.round.exposure.interval == nil)
    _ = try session.handle(.exposure(.written), at: 611)
    #expect(session.round.exposure.fixation == 511)
    _ = try session.handle(.move(.giveUp), at: 2_000)
    series = try #require(session.test)
    _ = try session.handle(.place(try examiner()), at: 2_016)
    #expect(session.remainingInterval(at: 2_016) == 784)
    _ = try session.handle(.await(.fixation), at: 2_810)
    _ = try session.handle(.begin, at: 3_300)
    _ = try session.handle(.exposure(.shown), at: 3_310)
    #expect(session.round.exposure.interval == 810)
    #expect(session.round.exposure.fixation == 500)
    // An interruption before the numerals leaves the times unknown.
    _ = try session.handle(.move(.giveUp), at: 4_000)
    series = try #require(session.test)
    _ = try session.handle(.place(try examiner()), at: 4_016)
    _ = try session.handle(.begin, at: 4_800)
    _ = try session.handle(.interrupt, at: 4_801)
    _ = try session.handle(.exposure(.shown), at: 4_810)
    #expect(session.round.exposure.interval == nil)
    #expect(session.round.exposure.fixation == nil)
  }
}

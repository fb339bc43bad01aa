import ChimpSystem
import Examiner
@testable import Game
@testable import Screens
@testable import Shell
import Terminal
import Testing

/// Tests of the text around the live board, in windows of all widths.
struct ScenePictureTests {
  private static let widths = 20...140

  /// Returns the states of a test at its beginning, after 12 rounds, and at its end.
  private func series(_ preset: TestPreset) -> [TestSeries] {
    var series = TestSeries(preset)
    var all = [series]
    for number in 1...60 where !series.isOver {
      series.endTrial(hasPassed: preset.name != "span" || number < 4)
      if number == 12 || series.isOver { all.append(series) }
    }
    return all
  }

  /// Returns the picture of a scene in a window with this number of columns and rows.
  private func picture(_ scene: LiveScene, columns: Int, rowCount: Int, _ language: Language)
    -> ScenePicture
  {
    let width: ScreenText.Width = { $0.value < 0x1100 ? 1 : 2 }
    return ScenePicture(
      scene, columns: columns, rowCount: rowCount,
      pen: .init(
        isPlain: true, hasColor: false, supportsUnicode: true, width: width, language: language))
  }

  /// Returns the rows above and below the board, without escape sequences.
  private func textRows(_ picture: ScenePicture) -> [String] {
    let rows = picture.rows.map {
      $0.replacing("\u{1b}[1m", with: "").replacing("\u{1b}[0m", with: "")
    }
    guard let geometry = picture.geometry else { return rows }
    let bottom = geometry.top - 1 + geometry.rowCount
    return Array(rows.prefix(geometry.top - 1) + rows.dropFirst(bottom))
  }

  /// Returns the words of a text, without punctuation.
  private func words(_ text: String) -> [Substring] {
    text.split { " ,;:()".contains($0) }.map { $0.last == "." ? $0.dropLast() : $0 }
  }

  /// Returns a scene with a title, after a passed round of five numerals.
  private func scene(_ title: String, _ language: Language) -> LiveScene {
    LiveScene(
      title: title,
      sentence: language.pick(
        "Remember where they are. When you press 1, the rest vanish.",
        "数字の場所を覚えて、1を押してください。残りは消えます。"),
      body: .board(LiveBoard(.standard)),
      state: language.pick("passed: all 5 numerals", "成功: 5個すべて"), verdict: .right,
      keys: language.pick(
        "? help; click, arrows and Enter, or column and row", "? は説明。クリック、矢印と Enter、または列と行の数字"))
  }

  /// Returns the message in a window that is too small for the board of the scene.
  private func noRoom(_ language: Language) -> String {
    let needed = ScenePicture.leastTerminal(for: LiveBoard(.standard))
    return language.pick(
      "the window is too small for a board of 8x5: make it at least "
        + "\(needed.columns)x\(needed.rows)",
      "画面が小さく、8x5の盤が入りません。\(needed.columns)x\(needed.rows)以上に広げてください")
  }

  @Test(arguments: TestPreset.all.map(\.name))
  func `No word and no number is cut, in any window`(_ name: String) throws {
    let preset = try #require(TestPreset.named(name))
    for series in series(preset) {
      let scene = scene(series.title(best: nil, in: .english), .english)
      let noRoom = noRoom(.english)
      let known = Set(
        [scene.title, scene.sentence, scene.state, scene.keys, noRoom, "✓"].flatMap(words))
      for columns in Self.widths {
        for rowCount in [12, 15, 24, 40] {
          let picture = picture(scene, columns: columns, rowCount: rowCount, .english)
          for row in textRows(picture) {
            #expect(Set(words(row)).isSubset(of: known), "\(columns)x\(rowCount): \(row)")
          }
        }
      }
    }
  }

  @Test(arguments: TestPreset.all.map(\.name))
  func `No number is cut in Japanese`(_ name: String) throws {
    func numbers(_ text: String) -> [Substring] {
      text.split { !$0.isASCII || !($0.isNumber || $0 == ".") }
    }
    let preset = try #require(TestPreset.named(name))
    for series in series(preset) {
      let scene = scene(series.title(best: nil, in: .japanese), .japanese)
      let noRoom = noRoom(.japanese)
      let known = Set(
        [scene.title, scene.sentence, scene.state, scene.keys, noRoom].flatMap(numbers))
      for columns in Self.widths {
        let picture = picture(scene, columns: columns, rowCount: 24, .japanese)
        for row in textRows(picture) {
          #expect(Set(numbers(row)).isSubset(of: known), "\(columns): \(row)")
        }
      }
    }
  }

  @Test func `A board of large digits is not shown in a window without room for them`() {
    var board = LiveBoard(.standard)
    board.largeNumeral = 9
    let scene = LiveScene(
      title: "title", sentence: "sentence", body: .board(board), state: "state", verdict: .right,
      keys: "keys")
    func rows(_ columns: Int, _ rowCount: Int) -> [String] {
      textRows(picture(scene, columns: columns, rowCount: rowCount, .english))
    }
    let message = "the window is too small for a board of 8x5: make it at least 75x39"
    let room = StageScreen.room(of: 39)
    for (columns, rowCount) in [(80, 24), (75, room - 1), (74, room)] {
      #expect(rows(columns, rowCount).joined(separator: " ").contains(message))
    }
    #expect(rows(75, room).first { $0.contains("too small") } == nil)
    board.largeNumeral = nil
    #expect(
      ScenePicture.hasRoom(
        for: LiveScene(
          title: "title", sentence: "sentence", body: .board(board), state: "state",
          verdict: .right, keys: "keys"), columns: 80, rowCount: 24,
        pen: ScenePicture.Pen(
          isPlain: false, hasColor: true, supportsUnicode: true, width: \.displayWidth,
          language: .english)))
  }

  @Test func `A practice that is over tells nothing of trials that count`() throws {
    var settings = TestSettings()
    (settings.practice, settings.until) = (1, PracticeCriterion(passesInRow: 1))
    var series = TestSeries(try #require(TestPreset.named("inoue-650")), settings)
    series.endTrial(hasPassed: true)
    #expect(series.isOver)
    let language = Language.english
    #expect(series.title(best: nil, in: language) == "inoue-650: practice is over, no score")
    #expect(series.details(in: language) == [])
    #expect(series.score(best: nil, in: language) == nil)
  }

  @Test func `The title of a test that is over is its score, and the best one before`() throws {
    var series = TestSeries(try #require(TestPreset.named("human-benchmark")))
    for hasPassed in [true, true, false, false] { series.endTrial(hasPassed: hasPassed) }
    func best(_ level: Int) -> TestScore {
      var score = TestScore()
      score.add(isPassed: true, level: level)
      return score
    }
    let language = Language.english
    #expect(
      series.title(best: nil, in: language)
        == "human-benchmark: level 6, best 5, misses 2 of 3")
    #expect(
      series.title(best: best(8), in: language)
        == "human-benchmark: level 6, your best 8, misses 2 of 3")
    series.endTrial(hasPassed: false)
    #expect(series.title(best: nil, in: language) == "human-benchmark: score 5")
    #expect(series.title(best: best(8), in: language) == "human-benchmark: score 5, your best is 8")
    #expect(series.title(best: best(5), in: language) == "human-benchmark: score 5, your best is 5")
    #expect(series.title(best: best(4), in: language) == "human-benchmark: new best: 5")
    #expect(series.title(best: best(8), in: .japanese) == "human-benchmark: 得点5、自己最高8")
    #expect(
      series.score(best: best(8), in: language) == "human-benchmark: score 5, your best is 8")
  }

  @Test func `A test of a number of trials is scored by its passes`() throws {
    var series = TestSeries(try #require(TestPreset.named("inoue-masking")))
    for number in 1...50 { series.endTrial(hasPassed: number <= 20) }
    var best = TestScore()
    for number in 1...50 { best.add(isPassed: number <= 19, level: 5) }
    #expect(series.title(best: nil, in: .english) == "inoue-masking: score 20 of 50")
    #expect(series.title(best: best, in: .english) == "inoue-masking: new best: 20 of 50")
    #expect(
      series.details(in: .english)
        == [
          "you passed 40 %", "guessing would pass about 1 in 24",
        ])
  }
}

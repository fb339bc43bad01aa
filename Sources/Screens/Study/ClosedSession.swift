import ChimpSystem
import Events
import Game
import Shell
import Studies
import Terminal

/// A closed session, which leads a participant through a study page by page, without a prompt.
///
/// Only Enter, presses and answers have an effect. The study's controller chooses the pages, and
/// keys become command lines.
///
///     studyScreen.session?.interrupt()  // as Ctrl-C does
final class ClosedSession {
  enum Page: Equatable {
    case text([String])
    case consent(StudyConsent)
    case question(StudyQuestion)
    /// The board of a round.
    case board
    /// The last page of a study without a closing page, with the reason if the session ended
    /// early.
    case end(String?)
    /// The study's own closing page, which is the last one.
    case closing([String])
    /// A problem such as a full disk; Enter tries again.
    case problem(String)
  }

  let code: String
  /// The word with which the experimenter ends the session; `nil` if pressing Ctrl-C twice ends it.
  let leaveWord: String?
  /// `true` if the program exits at the end of the session.
  let endsProgram: Bool
  /// `true` if the participant sees the result of a block at its end.
  let showsResults: Bool

  private(set) var page = Page.board
  /// The title of the current or last block: its number, without anything about its condition
  /// unless the study shows that.
  private(set) var blockTitle = ""
  /// The answer typed so far.
  private(set) var typed = ""
  /// The index of the selected choice; `nil` until the participant selects one.
  private(set) var selected: Int?
  /// The reason why the last answer was rejected; `nil` if it wasn't.
  private(set) var flaw: String?
  /// `true` while the page asks for the word that ends the session.
  private(set) var isLeaving = false
  private(set) var hasLeft = false
  /// The first digit typed for a cell, the column; empty before it.
  var digit = ""
  /// The index of the visible part of a page that is longer than the window.
  private var part = 0
  private var partCount = 1
  /// The answer typed before the page that asks for the word.
  private var typedBefore = ""

  init(_ code: String, leaveWord: String?, endsProgram: Bool, showsResults: Bool = false) {
    self.showsResults = showsResults
    self.code = code
    self.leaveWord = leaveWord
    self.endsProgram = endsProgram
  }

  func show(_ page: Page) {
    self.page = page
    typed = ""
    typedBefore = ""
    selected = nil
    flaw = nil
    digit = ""
    part = 0
  }

  /// Shows the board of a block.
  func enter(_ blockTitle: String) {
    self.blockTitle = blockTitle
    show(.board)
  }

  /// Shows why the answer is rejected, and asks again.
  func refuse(_ reason: String) {
    flaw = reason
    typed = ""
  }

  /// Handles Ctrl-C: asks for the word that ends the session.
  ///
  /// Without such a word, the second Ctrl-C ends it.
  func interrupt() {
    digit = ""
    if isLeaving, leaveWord == nil { hasLeft = true }
    guard !isLeaving else { return }
    isLeaving = true
    typedBefore = typed
    typed = ""
  }

  /// Handles a key on the page that asks for the word.
  func handleLeaving(_ key: StageKey) {
    guard !type(key), key.isEnter else { return }
    if let leaveWord, typed == leaveWord { hasLeft = true }
    typed = typedBefore
    isLeaving = false
  }

  /// Handles a key on a page without a board.
  func handle(_ key: StageKey) -> StageAnswer {
    if turnsPage(key) { return .handled }
    switch page {
    case .text, .problem: return key.isEnter ? .line("next", .line) : .handled
    case .board, .end, .closing: return .handled
    case .consent:
      if !type(key), key.isEnter { return answer(typed) }
    case .question(let question):
      if let choices = question.shownChoices {
        if let index = key.choice(of: selected, choices.count) { selected = index }
        guard key.isEnter, let selected else { return .handled }
        return answer(choices[selected])
      }
      if !type(key), key.isEnter { return answer(typed) }
    }
    return .handled
  }

  /// Selects a choice that was clicked.
  func select(_ index: Int) {
    guard case .question(let question) = page, let choices = question.shownChoices,
      choices.indices.contains(index)
    else { return }
    selected = index
  }

  private func answer(_ text: String) -> StageAnswer {
    .line("answer " + Invocation.quoted(text), .line)
  }

  /// Appends a character to the answer, or removes the last one; returns `false` for another key.
  private func type(_ key: StageKey) -> Bool {
    guard case .character(let scalar) = key else { return false }
    switch scalar {
    case "\u{8}", "\u{7f}":
      if !typed.isEmpty { typed.removeLast() }
    case "\u{15}": typed = ""
    case _ where scalar.isHidden || typed.count >= StudyQuestion.longestAnswer: return false
    default: typed.unicodeScalars.append(scalar)
    }
    return true
  }

  /// Shows the next or previous part of a long page; returns `false` for keys that don't.
  ///
  /// On the last part, Enter answers the page.
  private func turnsPage(_ key: StageKey) -> Bool {
    switch key {
    case .arrow(.up) where part > 0: part -= 1
    case .arrow(.down) where part + 1 < partCount: part += 1
    case _ where key.isEnter && part + 1 < partCount: part += 1
    default: return false
    }
    return true
  }

  /// Returns the visible lines of a page and the number of its parts.
  func shownLines(
    _ lines: [String], rowCount: Int, _ text: ScreenText
  ) -> (lines: [String], part: Int, count: Int) {
    let wrapped = lines.flatMap { text.wrapped($0) }
    let rowCount = max(1, rowCount)
    partCount = max(1, (wrapped.count + rowCount - 1) / rowCount)
    part = min(part, partCount - 1)
    let first = min(part * rowCount, wrapped.count)
    return (Array(wrapped[first..<min(first + rowCount, wrapped.count)]), part + 1, partCount)
  }
}

extension StudyQuestion {
  /// The choices that digits can select; `nil` for other questions, and for too many choices.
  var shownChoices: [String]? {
    guard case .choice(let choices) = kind, choices.count <= 10 else { return nil }
    return choices
  }
}

extension StageKey {
  var isEnter: Bool { self == .character("\r") || self == .character("\n") }

  /// Returns the index of the choice that an arrow or digit key selects; `nil` for another key.
  fileprivate func choice(of selected: Int?, _ count: Int) -> Int? {
    switch self {
    case .arrow(.up), .arrow(.left): return ((selected ?? 0) + count - 1) % count
    case .arrow(.down), .arrow(.right): return ((selected ?? -1) + 1) % count
    case .character(let scalar) where ("0"..."9").contains(scalar):
      let index = (Int(scalar.value) - 0x30 + 9) % 10
      return index < count ? index : nil
    default: return nil
    }
  }
}

extension Refusal {
  /// `true` if the participant can do nothing more, so that a closed session shows its last page.
  var endsClosedSession: Bool {
    ["is-done", "too-early", "has-withdrawn", "not-enrolled", "practice-failed"].contains(name)
  }
}

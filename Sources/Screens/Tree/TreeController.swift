package import Archive
package import Events
import Game
import Records
package import Shell

/// An action on the event tree, such as drawing it or disabling an object.
///
///     try root.send(.action(TreeAction.disable("hold")))  // as the command `disable hold`
package enum TreeAction: Action, Equatable {
  case draw
  case enable(String)
  case disable(String)
  case send(to: String, MessageKind, [Int], words: String)
}

/// The handler of the root of the event tree: draws the tree, and enables or disables objects.
///
///     let tree = TreeController(speaker, model, isRealTime: false)
///     let root = EventContainer("chimp", handler: tree)
package final class TreeController: EventHandler {
  /// Writes sentences to the output.
  private let speaker: Speaker
  /// The game, which has the test in progress.
  private let model: GameModel

  /// The store of the disabled objects for the next session; `nil` without one.
  package var store: SessionStore?

  /// Returns whether a terminal's live picture shows the board, so that drawings must hide the
  /// numerals.
  package var isOnStage: () -> Bool = { false }

  /// `true` if the clock is real, so that the timer of a hold can't be disabled.
  private let isRealTime: Bool

  /// Creates the controller.
  package init(_ speaker: Speaker, _ model: GameModel, isRealTime: Bool) {
    self.speaker = speaker
    self.model = model
    self.isRealTime = isRealTime
  }

  package var receivesActionsOnly: Bool { true }

  /// Performs a `TreeAction`, or writes its error message; other events go to the children.
  package func handleEvent(_ event: inout Event, of root: EventObject) {
    guard let action = event.action(of: TreeAction.self) else { return }
    event.consume()
    do throws(EventError) {
      switch action {
      case .draw: draw(root)
      case .enable(let name): try set(true, name, below: root)
      case .disable(let name): try set(false, name, below: root)
      case .send(let name, let kind, let values, let words):
        let object = try root.object(named: name)
        guard object.isReached else { throw .notReached(object.name) }
        let message = try object.checkedMessage(kind, values: values)
        // In a test, time passes by the clock only.
        guard kind != .update || !model.session.isInTest else {
          return speaker.refuse { $0.words(for: RoundRefusal.testGoesOn) }
        }
        // Delivered once this event has been.
        try object.send(message) { [speaker, name = object.name] delivery in
          speaker.say { $0.sent(words, to: name, isHandled: delivery != .passed) }
        }
      }
    } catch { speaker.refuse { $0.words(for: error) } }
  }

  /// Writes the tree; if it shows numerals, the output is removed when the round is masked.
  private func draw(_ root: EventObject) {
    let draw = { for line in root.drawing { self.speaker.say { _ in line } } }
    if model.session.isSecret && !isOnStage() { speaker.output.conceal(draw) } else { draw() }
    for kind in MessageKind.allCases where root.wrongParameterCount(of: kind) > 0 {
      speaker.say { $0.wrongParameters(kind, count: root.wrongParameterCount(of: kind)) }
    }
  }

  /// Enables or disables an object of the tree.
  ///
  /// Throws for disabling anything during a test, and for disabling the timer of a hold on a real
  /// clock.
  private func set(_ isEnabled: Bool, _ name: String, below root: EventObject) throws(EventError) {
    let object = try root.object(named: name)
    guard isEnabled || !model.session.isInTest else {
      return speaker.refuse { $0.words(for: RoundRefusal.testGoesOn) }
    }
    do throws(ArchiveError) { try store?.keepState(isEnabled, object.name) } catch {
      return speaker.refuse { $0.words(for: error) }
    }
    guard isEnabled || !isRealTime || object.name != "hold" && object.parent?.name != "hold" else {
      return speaker.refuse { $0.holdStaysEnabled }
    }
    let changed = try root.setEnabled(isEnabled, named: name)
    speaker.say { $0.enabled(changed.isEnabled, changed.name) }
  }

  /// Returns the commands about the tree, and the command `wait`.
  package static func commands(in language: Language) -> [Command] {
    let name = Parameter("NAME", .text)
    return [
      Command(
        "wait", language.help(.wait), in: .play, isSafe: true,
        CommandForm([Parameter("MS", .number(0...longestVirtualWait))]) { invocation in
          .message(.update(milliseconds: invocation.number(0)))
        }, examples: ["wait 650"]),
      .plain("tree", language.help(.tree), in: .more, TreeAction.draw),
      Command(
        "enable", language.help(.enable), in: .more, isSafe: true,
        .asking([name]) { TreeAction.enable($0.text(0)) },
        examples: ["enable demonstration"]),
      Command(
        "disable", language.help(.disable), in: .more, isSafe: true,
        .asking([name]) { TreeAction.disable($0.text(0)) }, examples: ["disable demonstration"]),
      send(language),
    ]
  }

  /// Returns the command `send`, which sends an event to one object.
  private static func send(_ language: Language) -> Command {
    let kinds: [MessageKind] = [.none, .update, .timer, .touch, .swipe, .accelerate]
    return Command(
      "send", language.help(.send), in: .more, isSafe: true,
      .asking(
        [
          Parameter("OBJECT", .text), Parameter("EVENT", .choice(kinds.map(\.description))),
        ], tail: Parameter("VALUE", .text)
      ) { invocation throws(ConsoleError) in
        let word = invocation.text(1)
        var values: [Int] = []
        let isDirection = ["swipe", "accelerate"].contains(word)
        for index in 2..<invocation.argumentCount {
          values.append(try value(invocation, index, isDirection: isDirection))
        }
        let typed = (1..<invocation.argumentCount).map { invocation.text($0) }
        return TreeAction.send(
          to: invocation.text(0), kinds.first { $0.description == word } ?? .none, values,
          words: typed.joined(separator: " "))
      }, sendStore,
      examples: [
        "send play touch 2 3", "send demonstration swipe right", "send demonstration update 16",
        "send credit timer",
        "send store postgresql://room1-01@lab.example.org/chimp --follow &",
      ])
  }

  /// The form `send store`, which sends the store to the server of the lab.
  ///
  /// It is defined here because the command `send` also sends events to objects of the tree.
  private static var sendStore: CommandForm {
    CommandForm(
      [
        .literal("store"), Parameter("URL", .text),
        Parameter("--follow", .flag(["--follow"]), .optional),
      ], isSafe: false
    ) { invocation in
      .operation(StoreAction.send(to: invocation.text(1), follows: invocation.argumentCount > 2))
    }
  }

  /// Returns a number argument, or the index of a direction.
  private static func value(
    _ invocation: Invocation, _ index: Int, isDirection: Bool
  ) throws(ConsoleError) -> Int {
    let text = invocation.text(index)
    let column = invocation.column(index)
    if let number = Int(text) { return number }
    guard isDirection else { throw .notNumber("VALUE", text, column: column) }
    let names = Direction.allCases.map(\.rawValue)
    guard let ordinal = names.firstIndex(of: text) else {
      throw .notChoice("VALUE", text, names, column: column)
    }
    return ordinal
  }

  /// The maximum milliseconds of one command `wait`: an hour.
  package static var longestWait: Int { 3_600_000 }
  /// The maximum on a virtual clock, unless the session is restricted: thirty days.
  package static var longestVirtualWait: Int { 30 * 24 * longestWait }
}

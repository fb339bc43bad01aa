import Events
package import Shell

/// The commands about studies and their participants.
extension StudyController {
  package static func commands(in language: Language) -> [Command] {
    [study(language)] + participantCommands(language) + [
      Command(
        "merge", language.help(.merge), in: .store,
        CommandForm([Parameter("STORE", .file)]) { .operation(StoreAction.merge($0.file(0))) },
        examples: ["merge lab03.sqlite"]),
      Command(
        "withdraw", language.help(.withdraw), in: .store,
        CommandForm([code, StoreController.force]) {
          .operation(
            StoreAction.withdraw($0.text(0), isConfirmed: $0.textIfGiven(1) != nil))
        }, examples: ["withdraw P07"]),
    ]
  }

  private static var code: Parameter { Parameter("CODE", .text) }
  private static var group: Parameter { .key("group", .text, "NAME") }

  private static func study(_ language: Language) -> Command {
    let file = Parameter("FILE", .file)
    return Command(
      "study", language.help(.study), in: .tests, isEssential: true,
      CommandForm([
        Parameter("WHAT", .choice(["status", "new", "check", "enrol", "next", "merge"]))
      ]) { _ in request(.status) },
      CommandForm([.literal("new"), file, Parameter("full", .flag(["full"]), .optional)]) {
        request(.make($0.file(1), isFull: $0.textIfGiven(2) != nil))
      },
      CommandForm([.literal("check"), file]) { request(.check($0.file(1))) },
      CommandForm([.literal("enrol"), code], keys: [group]) {
        request(.enrol($0.text(1), group: $0.text(key: "group")))
      },
      CommandForm([.literal("next")]) { _ in request(.next(nil)) },
      CommandForm([.literal("next"), code], keys: [closed, anew]) { next($0, at: 1) },
      CommandForm([.literal("merge"), Parameter("STORE", .file)]) {
        .operation(StoreAction.merge($0.file(1)))
      },
      examples: [
        "study new memory.study", "study new lab.study full", "study check memory.study",
        "study status", "study merge lab03.sqlite",
      ])
  }

  /// Returns the commands `enrol`, `next` and `answer` about a participant.
  private static func participantCommands(_ language: Language) -> [Command] {
    [
      Command(
        "enrol", language.help(.enrol), in: .tests,
        CommandForm([code], keys: [group]) {
          request(.enrol($0.text(0), group: $0.text(key: "group")))
        }, examples: ["enrol P07", "enrol P07 group=control"]),
      Command(
        "next", language.help(.next), in: .tests, isSafe: true, isEssential: true,
        CommandForm { _ in request(.next(nil)) },
        CommandForm([code], keys: [closed, anew], isSafe: false) { next($0, at: 0) },
        examples: ["next", "next P07", "next P07 closed=yes", "next P07 anew=yes"]),
      Command(
        "answer", language.help(.answer), in: .tests, isSafe: true,
        CommandForm([Parameter("TEXT", .text, .optional)], tail: Parameter("TEXT", .text)) {
          invocation in
          let words = (0..<invocation.argumentCount).map { invocation.text($0) }
          return request(.answer(words.joined(separator: " ")))
        }, examples: ["answer 34", "answer none so far", "answer"]),
    ]
  }

  private static var closed: Parameter { .key("closed", .choice(["yes"])) }
  private static var anew: Parameter { .key("anew", .choice(["yes"])) }

  private static func next(_ invocation: Invocation, at index: Int) -> Request {
    let code = invocation.text(index)
    let isAnew = invocation.text(key: "anew") != nil
    return invocation.text(key: "closed") == nil
      ? request(.next(code, isAnew: isAnew))
      : request(.close(code, endsProgram: false, isAnew: isAnew))
  }

  private static func request(_ action: StudyAction) -> Request { .message(.action(action)) }
}

package import Shell

extension ObserverController {
  /// The commands about observing.
  package static var commands: [Command] {
    [
      Command(
        "observe", "print the changes of a key as they are notified",
        CommandForm(
          [key, option("initial"), option("old"), option("new"), option("prior")]
        ) { invocation in
          let options = (1..<invocation.argumentCount).map { invocation.text($0) }
          return request(invocation) { .observe($0, options) }
        },
        examples: ["observe cellTextArray new old", "observe topLabelText initial new prior"],
        notes: [
          "initial   print the value at once",
          "old       tell the old value or elements",
          "new       tell the new value or elements",
          "prior     tell each change before it is made, too",
          "A key may be observed several times, each time with options of its own.",
        ]),
      Command(
        "unobserve", "observe a key no more, where it was asked for last",
        CommandForm([key]) { invocation in request(invocation) { .unobserve($0) } },
        examples: ["unobserve cellTextArray"]),
      Command(
        "observers", "list the keys that are observed",
        CommandForm { _ in .message(.action(ObserverAction.showObservers)) },
        examples: ["observers"]),
    ]
  }

  private static func option(_ name: StaticString) -> Parameter {
    Parameter(name, .flag(optionNames), .optional)
  }

  private static var key: Parameter {
    Parameter("KEY", .choice(ObservedKey.allCases.map { $0.rawValue }))
  }

  private static func request(
    _ invocation: Invocation, _ action: (ObservedKey) -> ObserverAction
  ) -> Request {
    // NB: the check of the arguments has let through nothing but the keys there are.
    let key = ObservedKey(rawValue: invocation.text(0)) ?? .topLabelText
    return .message(.action(action(key)))
  }
}

/// One command: everything that is known of it, in one place.
package final class Command: Sendable {
  package let name: StaticString
  package let summary: String
  package let forms: [CommandForm]
  package let examples: [String]
  /// What the help says beyond the summary, line by line.
  package let notes: [String]
  /// Whether a line of bare numbers is this command.
  package let takesBareNumbers: Bool

  /// Makes a command out of its forms; the first one is the one that errors speak of.
  package init(
    _ name: StaticString, _ summary: String, forms: [CommandForm], examples: [String],
    notes: [String] = [], takesBareNumbers: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.forms = forms
    self.examples = examples
    self.notes = notes
    self.takesBareNumbers = takesBareNumbers
  }

  /// Checks the arguments and answers what the command asks for.
  func request(_ invocation: Invocation) throws(ArgumentFault) -> Request {
    let form = forms.count == 1 ? forms[0] : form(for: invocation)
    try form.check(invocation, of: self)
    return try form.request(invocation)
  }

  private func form(for invocation: Invocation) -> CommandForm {
    forms.first { $0.fits(invocation) } ?? forms.first { $0.begins(invocation) } ?? forms[0]
  }
}

/// What a command asks for.
package enum Request: Sendable {
  /// A message for the application.
  case message(Message)
  /// Something that the console does itself.
  case console(ConsoleAction)
}

/// One way to call a command: `start COUNT H V`, or `start IDENTIFIER`.
package final class CommandForm: Sendable {
  package let parameters: [Parameter]
  package let keys: [Parameter]
  /// Whether the parameters may come again and again, as a group.
  package let repeats: Bool
  fileprivate let request: @Sendable (Invocation) throws(ArgumentFault) -> Request

  /// Makes a form; `request` is called with arguments that are checked.
  package init(
    _ parameters: [Parameter] = [], keys: [Parameter] = [], repeats: Bool = false,
    request:
      @escaping @Sendable (Invocation) throws(ArgumentFault) -> Request
  ) {
    self.parameters = parameters
    self.keys = keys
    self.repeats = repeats
    self.request = request
    bounds = parameters.map { parameter in
      guard case .number(let range) = parameter.kind else {
        return Bounds(isNumber: false, low: 0, high: 0)
      }
      return Bounds(isNumber: true, low: range.lowerBound, high: range.upperBound)
    }
  }

  /// What the numbers among the parameters may be, at hand for the check.
  let bounds: [Bounds]

  struct Bounds: BitwiseCopyable {
    let isNumber: Bool
    let low: Int
    let high: Int
  }

  /// How many arguments have to be there.
  var requiredCount: Int { parameters.count { $0.presence == .required } }
}

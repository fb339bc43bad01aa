import Observing
import Shell

/// Returns a text in double quotes; quotes and backslashes in it are escaped.
func quoted(_ text: String) -> String {
  var result = "\""
  for character in text.unicodeScalars {
    if character == "\"" || character == "\\" { result += "\\" }
    result.unicodeScalars.append(character)
  }
  return escaped(result + "\"")
}

/// The view of the command `observe`: writes the observations, and a line for each reported change.
///
/// For example `total setting new=300`: what the request did not ask for is not written.
///
///     let view = ChangeView(speaker: speaker)
///     let request = ObserverRequest(key: .credits, options: ["new"], context: nil)
///     let token = model.observe(\.count) { change in view.show(request, change) { "\($0)" } }
struct ChangeView {
  /// The value of a list element before and after it was changed in place.
  ///
  ///     let edit: ChangeView.Edit = (new: "No2", old: "No1")
  typealias Edit = (new: String, old: String)

  private let speaker: Speaker

  /// Creates the view.
  init(speaker: Speaker) {
    self.speaker = speaker
  }
  var language: Language { speaker.language }

  /// Writes that a property is observed from now on.
  func showBeginning(of request: ObserverRequest) {
    speaker.say("observing \(request.line)", "観察を開始: \(request.line)")
  }

  /// Writes that an observation of a property has ended.
  func showEnd(of key: ObservedKey) {
    speaker.say("no longer observing \(key.rawValue)", "観察を終了: \(key.rawValue)")
  }

  /// Writes the current observations.
  func show(_ requests: [ObserverRequest]) {
    if requests.isEmpty { speaker.say("nothing is observed", "何も観察していません") }
    for request in requests { speaker.say(line: request.line) }
  }

  /// Writes a change of a property with a single value.
  func show<Value>(
    _ request: ObserverRequest, _ change: ValueChange<Value>, _ description: (Value) -> String
  ) {
    write(
      request, "setting", new: change.new.map(description), old: change.old.map(description),
      isPrior: change.isPrior)
  }

  /// Writes a change of a list; `edits` are the elements that changed in place.
  func show<Element>(
    _ request: ObserverRequest, _ change: ListChange<[Element]>, edits: [Edit] = [],
    _ description: (Element) -> String
  ) {
    func list(_ elements: (some Sequence<Element>)?) -> String? {
      elements.map { "[" + $0.map(description).joined(separator: ",") + "]" }
    }
    switch change {
    case .setting(let new, let old): write(request, "setting", new: list(new), old: list(old))
    case .insertion(let indexes, let new):
      write(request, "insertion", Array(indexes), new: list(new))
    case .removal(let indexes, let old): write(request, "removal", Array(indexes), old: list(old))
    case .replacement(let indexes, let new, let old):
      write(request, "replacement", Array(indexes), new: list(new), old: list(old))
    case .move(let from, let to, let element):
      write(request, "move", [from, to], new: list(element.map { [$0] }))
    case .update(let index, let element):
      write(request, "update", [index], new: list(element.map { [$0] }))
    case .batch(let changes): showBatch(request, changes, edits, description)
    case .prior(let prior): showPrior(request, prior, list)
    }
  }

  /// Writes the report that comes before a change, which has no new values.
  private func showPrior<Element>(
    _ request: ObserverRequest, _ prior: ListPrior<[Element]>, _ list: ([Element]?) -> String?
  ) {
    func write(_ kind: String, _ indexes: [Int]? = nil, old: [Element]? = nil) {
      self.write(request, kind, indexes, old: list(old), isPrior: true)
    }
    switch prior {
    case .setting(let old): write("setting", old: old)
    case .insertion(let indexes): write("insertion", Array(indexes))
    case .removal(let indexes, let old): write("removal", Array(indexes), old: old.map(Array.init))
    case .replacement(let indexes, let old):
      write("replacement", Array(indexes), old: old.map(Array.init))
    case .move(let from, let to): write("move", [from, to])
    case .update(let index): write("update", [index])
    case .batch: write("batch")
    }
  }

  /// Writes several changes of a list as one line, with indexes and elements.
  private func showBatch<Element>(
    _ request: ObserverRequest, _ changes: ChangeSet<Element>, _ edits: [Edit],
    _ description: (Element) -> String
  ) {
    func list(_ elements: [Element]?, _ edited: [String]) -> String? {
      elements.map { "[" + ($0.map(description) + edited).joined(separator: ",") + "]" }
    }
    let moves = changes.moves.map { "\($0.from)>\($0.to)" }.joined(separator: ",")
    let new = list(changes.inserted, edits.map(\.new))
    let old = list(changes.removed, edits.map(\.old))
    write(
      """
      \(request.key.rawValue) batch removals=\(bracketed(changes.removals)) \
      insertions=\(bracketed(changes.insertions)) moves=[\(moves)] \
      updates=\(bracketed(changes.updates))
      """ + values(request, new: new, old: old, isPrior: false), request)
  }

  /// Returns indexes as text, such as `[0,2]`.
  private func bracketed(_ indexes: [Int]) -> String {
    "[" + indexes.map(String.init).joined(separator: ",") + "]"
  }

  private func write(
    _ request: ObserverRequest, _ kind: String, _ indexes: [Int]? = nil, new: String? = nil,
    old: String? = nil, isPrior: Bool = false
  ) {
    let list = indexes.map { " indexes=" + bracketed($0) } ?? ""
    let values = values(request, new: new, old: old, isPrior: isPrior)
    write("\(request.key.rawValue) \(kind)\(list)\(values)", request)
  }

  /// Returns the values of a change that the request asked for; `-` stands for none.
  private func values(
    _ request: ObserverRequest, new: String?, old: String?, isPrior: Bool
  ) -> String {
    [("new", new ?? "-"), ("old", old ?? "-"), ("prior", isPrior ? "1" : "0")]
      .filter { request.options.contains($0.0) }
      .map { " \($0.0)=\($0.1)" }.joined()
  }

  /// Writes a line with the text `context=` of the request.
  private func write(_ words: String, _ request: ObserverRequest) {
    let context = request.context.map { " context=" + $0 } ?? ""
    speaker.output.write(text: words + context + "\n")
  }
}

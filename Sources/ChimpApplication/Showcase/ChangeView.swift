import Observing
import Shell

/// Writes changes of observed keys as they are notified, each one whole, in one line.
package struct ChangeView {
  private let speaker: Speaker
  private var output: OutputWriter { speaker.output }

  /// Makes a view that speaks.
  package init(_ speaker: Speaker) { self.speaker = speaker }

  /// The language of the values.
  var language: Language { speaker.language }

  /// Says what is observed from now on.
  package func showObserving(_ key: ObservedKey, _ options: [String]) {
    speaker.say { $0.observing(key, options) }
  }

  /// Says what is not observed any more.
  package func showNotObserving(_ key: ObservedKey) { speaker.say { $0.notObserving(key) } }

  /// Says what is observed.
  package func showObserver(_ key: ObservedKey, _ options: [String]) {
    speaker.say { $0.observer(key, options) }
  }

  /// Says why a command can't be done.
  package func refuse(_ fault: ListFault) { speaker.refuse { $0.words(for: fault) } }

  /// Says that nothing is observed.
  package func showNothing() { speaker.say(\.nothingObserved) }

  /// Shows a change of a value.
  func show<Value>(_ key: String, _ change: ValueChange<Value>, _ description: (Value) -> String) {
    write(
      key, "setting", indexes: nil, new: change.new.map(description),
      old: change.old.map(description), isPrior: change.isPrior)
  }

  /// Shows a change of a list.
  func show<Element>(
    _ key: String, _ change: ListChange<[Element]>, _ description: (Element) -> String
  ) {
    func list(_ elements: some Sequence<Element>) -> String {
      "[" + elements.map(description).joined(separator: ",") + "]"
    }
    switch change {
    case .setting(let new, let old):
      write(key, "setting", indexes: nil, new: new.map { list($0) }, old: old.map { list($0) })
    case .insertion(let indexes, let new):
      write(key, "insertion", indexes: Array(indexes), new: new.map { list($0) }, old: nil)
    case .removal(let indexes, let old):
      write(key, "removal", indexes: Array(indexes), new: nil, old: old.map { list($0) })
    case .replacement(let indexes, let new, let old):
      write(
        key, "replacement", indexes: Array(indexes), new: new.map { list($0) },
        old: old.map { list($0) })
    case .move(let from, let to, let element):
      write(key, "move", indexes: [from, to], new: element.map { list([$0]) }, old: nil)
    case .update(let index, let element):
      write(key, "update", indexes: [index], new: element.map { list([$0]) }, old: nil)
    case .batch(let changes): showBatch(key, changes, list)
    case .prior(let prior): showPrior(key, prior, list)
    }
  }

  private func showPrior<Element>(
    _ key: String, _ prior: ListPrior<[Element]>, _ list: ([Element]) -> String
  ) {
    switch prior {
    case .setting(let old):
      write(key, "setting", indexes: nil, new: nil, old: old.map(list), isPrior: true)
    case .insertion(let indexes):
      write(key, "insertion", indexes: Array(indexes), new: nil, old: nil, isPrior: true)
    case .removal(let indexes, let old):
      write(
        key, "removal", indexes: Array(indexes), new: nil, old: old.map { list(Array($0)) },
        isPrior: true)
    case .replacement(let indexes, let old):
      write(
        key, "replacement", indexes: Array(indexes), new: nil, old: old.map { list(Array($0)) },
        isPrior: true)
    case .move(let from, let to):
      write(key, "move", indexes: [from, to], new: nil, old: nil, isPrior: true)
    case .update(let index):
      write(key, "update", indexes: [index], new: nil, old: nil, isPrior: true)
    case .batch: write(key, "batch", indexes: nil, new: nil, old: nil, isPrior: true)
    }
  }

  private func showBatch<Element>(
    _ key: String, _ changes: ChangeSet<Element>, _ list: ([Element]) -> String
  ) {
    let moves = changes.moves.map { "\($0.from)>\($0.to)" }.joined(separator: ",")
    output.write(
      text: """
        \(key) batch removals=\(places(changes.removals)) insertions=\(places(changes.insertions)) \
        moves=[\(moves)] updates=\(places(changes.updates)) \
        new=\(changes.inserted.map(list) ?? "-") old=\(changes.removed.map(list) ?? "-") prior=0

        """)
  }

  private func places(_ indexes: [Int]) -> String {
    "[" + indexes.map(String.init).joined(separator: ",") + "]"
  }

  private func write(
    _ key: String, _ kind: String, indexes: [Int]?, new: String?, old: String?,
    isPrior: Bool = false
  ) {
    let places = indexes.map(places) ?? "-"
    output.write(text: "\(key) \(kind) indexes=\(places) new=\(new ?? "-") old=\(old ?? "-") ")
    output.write(isPrior ? "prior=1\n" : "prior=0\n")
  }
}

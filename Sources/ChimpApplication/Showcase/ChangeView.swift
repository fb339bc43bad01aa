import Observing
import Shell

/// Writes changes of observed keys as they are notified, each one whole, in one line.
struct ChangeView {
  let speaker: Speaker
  private var output: OutputWriter { speaker.output }
  var language: Language { speaker.language }

  func show<Value>(_ key: String, _ change: ValueChange<Value>, _ description: (Value) -> String) {
    write(
      key, "setting", new: change.new.map(description), old: change.old.map(description),
      isPrior: change.isPrior)
  }

  func show<Element>(
    _ key: String, _ change: ListChange<[Element]>, _ description: (Element) -> String
  ) {
    func list(_ elements: (some Sequence<Element>)?) -> String? {
      elements.map { "[" + $0.map(description).joined(separator: ",") + "]" }
    }
    switch change {
    case .setting(let new, let old): write(key, "setting", new: list(new), old: list(old))
    case .insertion(let indexes, let new): write(key, "insertion", Array(indexes), new: list(new))
    case .removal(let indexes, let old): write(key, "removal", Array(indexes), old: list(old))
    case .replacement(let indexes, let new, let old):
      write(key, "replacement", Array(indexes), new: list(new), old: list(old))
    case .move(let from, let to, let element):
      write(key, "move", [from, to], new: list(element.map { [$0] }))
    case .update(let index, let element):
      write(key, "update", [index], new: list(element.map { [$0] }))
    case .batch(let changes): showBatch(key, changes, list)
    case .prior(let prior): showPrior(key, prior, list)
    }
  }

  private func showPrior<Element>(
    _ key: String, _ prior: ListPrior<[Element]>, _ list: ([Element]?) -> String?
  ) {
    func write(_ kind: String, _ indexes: [Int]? = nil, old: [Element]? = nil) {
      self.write(key, kind, indexes, old: list(old), isPrior: true)
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

  private func showBatch<Element>(
    _ key: String, _ changes: ChangeSet<Element>, _ list: ([Element]?) -> String?
  ) {
    let moves = changes.moves.map { "\($0.from)>\($0.to)" }.joined(separator: ",")
    output.write(
      text: """
        \(key) batch removals=\(places(changes.removals)) insertions=\(places(changes.insertions)) \
        moves=[\(moves)] updates=\(places(changes.updates)) \
        new=\(list(changes.inserted) ?? "-") old=\(list(changes.removed) ?? "-") prior=0

        """)
  }

  private func places(_ indexes: [Int]) -> String {
    "[" + indexes.map(String.init).joined(separator: ",") + "]"
  }

  private func write(
    _ key: String, _ kind: String, _ indexes: [Int]? = nil, new: String? = nil,
    old: String? = nil, isPrior: Bool = false
  ) {
    let places = indexes.map(places) ?? "-"
    output.write(
      text: """
        \(key) \(kind) indexes=\(places) new=\(new ?? "-") old=\(old ?? "-") prior=\(isPrior ? 1 : 0)

        """)
  }
}

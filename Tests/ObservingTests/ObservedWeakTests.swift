import Observing
import Testing

private final class Node: Observable {
  @Observed var name: String
  @ObservedWeak var parent: Node?
  @ObservedWeak(.manually) var silent: Node? = nil
  @ObservedList var children: [Node] = []
  let observation = ObservationTable()

  var path: String { (parent.map { $0.path + "/" } ?? "") + name }

  init(_ name: String) { self.name = name }

  func add(_ child: Node) {
    child.parent = self
    $children.append(child)
  }

  static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\Node.path, dependsOn: \.name, \.parent.path)
  }
}

@Test func `A weak reference is observed, also as a link, and keeps nothing alive`() {
  let (leaf, log) = (Node("leaf"), Log())
  weak var gone: Node?
  let tokens = [
    leaf.observe(\.parent.name, [.prior, .new, .old]) { log.add($0, by: "name") },
    leaf.observe(\.path) { log.add($0, by: "path") },
  ]
  do {
    let root = Node("root")
    gone = root
    root.add(leaf)
    root.name = "top"
    #expect(leaf.parent === root)
  }
  #expect(gone == nil && leaf.parent == nil)
  #expect(
    log.consume() == [
      "name prior setting old=nil", "name setting new=root old=nil",
      "path setting new=root/leaf old=-", "name prior setting old=root",
      "name setting new=top old=root", "path setting new=top/leaf old=-",
    ])
  let other = Node("other")
  leaf.parent = other
  other.name = "b"
  leaf.parent = nil
  tokens.forEach { $0.end() }
  #expect(
    log.lines == [
      "name prior setting old=nil", "name setting new=other old=nil",
      "path setting new=other/leaf old=-", "name prior setting old=other",
      "name setting new=b old=other", "path setting new=b/leaf old=-",
      "name prior setting old=b", "name setting new=nil old=b", "path setting new=leaf old=-",
    ])
}

@Test func `A weak reference has brackets, and is changed without a notification`() {
  let (node, other, log) = (Node("a"), Node("b"), Log())
  let token = node.observe(\.parent, [.new, .old]) { change in
    log.add("\(change.old?.name ?? "-") \(change.new?.name ?? "-")")
  }
  let silent = node.observe(\.silent, []) { _ in log.add("silent") }
  #expect(node.withoutNotifying(\.parent) { $0 = other } != nil)
  #expect(node.parent === other)
  node.changing(\.parent) { node.withoutNotifying(\.parent) { $0 = nil } }
  node.silent = other
  node.changing(\.silent) {}
  #expect(log.lines == ["b -", "silent"])
  token.end()
  silent.end()
}

@Test func `A change of an optional value has one level of nil`() {
  let person = Person("A")
  var received: [String?] = []
  let tokens = [
    person.observe(\.name, [.new, .old, .prior]) { change in
      let (new, old): (String?, String?) = (change.new, change.old)
      received += [new, old]
    },
    person.observe(\.friend.age) { change in
      if let age = change.new { received.append("\(age)") }
    },
  ]
  person.name = nil
  person.friend = Person()
  person.friend = nil
  #expect(received == [nil, "A", nil, "A", "0"])
  tokens.forEach { $0.end() }
}

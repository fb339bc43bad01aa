import Observing

/// An interpreter of the conformance corpus: it runs operations and writes their transcript.
///
///     let driver = Driver { line in print(line) }
///     driver.run("object a")
///     driver.run("set a label x")
public final class Driver {
  /// An observation that has begun, and the object it observes.
  private struct ActiveObservation {
    let observation: ObservationToken
    weak var root: DriverObject?
  }

  private let write: (String) -> Void
  private let keys = DriverKey.all()
  private var objects: [String: DriverObject] = [:]
  private var created: [() -> DriverObject?] = []
  private var observations: [String: ActiveObservation] = [:]
  private var lists: [String: NotifyingList<DriverItem>] = [:]

  /// The operations to run within a handler, by the name of the observation and the number of the
  /// call.
  private var scripts: [String: [Int: [String]]] = [:]
  private var calls: [String: Int] = [:]
  private var depth = 0

  /// The maximum depth to which operations are nested in handlers.
  private let maximumDepth = 200
  /// The maximum number of keys in a path.
  private let maximumPathLength = 100

  /// Creates a driver without objects; `write` is called with each line of the transcript.
  public init(write: @escaping (String) -> Void) {
    self.write = write
  }

  /// Removes the references between the objects, which may form cycles.
  deinit {
    for object in created { object()?.releaseReferences() }
  }

  /// Runs one operation: writes the operation itself, then the lines that it causes, or `! error`
  /// if it is refused; does nothing for a blank line.
  public func run(_ operation: String) {
    if operation.allSatisfy({ $0 == " " || $0 == "\t" }) { return }
    line("> " + operation)
    let words = operation.split(separator: " ").map(String.init)
    if depth > maximumDepth || !perform(words) { line("! error") }
  }

  /// Writes a line, indented by the depth to which its operation is nested in handlers.
  private func line(_ text: String) {
    write(String(repeating: "  ", count: depth) + text)
  }

  /// Performs an operation; returns `false` if it is refused.
  private func perform(_ words: [String]) -> Bool {
    switch (words.first, words.count) {
    case ("object", 2): add(words[1])
    case ("destroy", 2): objects.removeValue(forKey: words[1]) != nil
    case ("observe", 5): observe(words[1], words[2], words[3], words[4])
    case ("unobserve", 2), ("drop", 2): unobserve(words[1])
    case ("on", 5...): schedule(words)
    case ("init", 4), ("raw", 5): performRaw(words)
    case ("raw", 6) where words[1] != "set": performRaw(words)
    case ("set", 4): set(words[1], words[2], words[3])
    case ("get", 3): get(words[1], words[2])
    case ("will", 3): bracket(words[1], words[2], \.will)
    case ("did", 3): bracket(words[1], words[2], \.did)
    case ("willlist", 5), ("didlist", 5): listBracket(words)
    case ("proxy", 4): storeList(words)
    case (_, 3...): edit(words)
    default: false
    }
  }

  /// Creates an object; returns `false` if its name is in use.
  private func add(_ name: String) -> Bool {
    guard objects[name] == nil else { return false }
    let object = DriverObject(name: name)
    objects[name] = object
    created.append { [weak object] in object }
    return true
  }

  /// Begins an observation; returns `false` if the name, the object, the path or the options are
  /// invalid.
  private func observe(_ name: String, _ root: String, _ path: String, _ options: String) -> Bool {
    guard observations[name]?.root == nil, let object = objects[root],
      let options = DriverWords.options(options), let (links, key) = split(path)
    else { return false }
    let observation = key.observe(object, links, options.union(.deferred)) { [weak self] change in
      self?.report(name, "\(name) \(root).\(path) \(change)")
    }
    observations[name] = ActiveObservation(observation: observation, root: object)
    observation.begin()
    return true
  }

  /// Ends an observation; returns `false` if none has this name.
  private func unobserve(_ name: String) -> Bool {
    guard let active = observations.removeValue(forKey: name) else { return false }
    active.observation.end()
    return true
  }

  /// Writes the change that an observation received, and runs the operations scheduled for this
  /// call.
  private func report(_ name: String, _ text: String) {
    line(text)
    let call = calls[name, default: 0] + 1
    calls[name] = call
    depth += 1
    for operation in scripts[name]?[call] ?? [] { run(operation) }
    depth -= 1
  }

  /// Schedules operations for a call of an observation; returns `false` if they are invalid.
  private func schedule(_ words: [String]) -> Bool {
    guard let call = Int(words[2]), call > 0, let script = DriverWords.script(words[3...]) else {
      return false
    }
    scripts[words[1], default: [:]][call, default: []] += script
    return true
  }

  /// Sets the value of a key; returns `false` if the key has no setter or the value is invalid.
  private func set(_ root: String, _ path: String, _ value: String) -> Bool {
    guard let object = objects[root], let (links, key) = split(path), let set = key.set else {
      return false
    }
    // A value that is set over a nil link is ignored, like a message to nil.
    guard let target = follow(links, from: object) else { return true }
    return set(target, value, false, { self.objects[$0] })
  }

  /// Writes the value of a key; returns `false` if the path is invalid.
  private func get(_ root: String, _ path: String) -> Bool {
    guard let object = objects[root], let (links, key) = split(path) else { return false }
    line("= \(root).\(path) " + (follow(links, from: object).map(key.read) ?? "nil"))
    return true
  }

  /// Calls `willChange` or `didChange` for a key; returns `false` if the object or the key is
  /// invalid.
  private func bracket(
    _ root: String, _ name: String, _ side: KeyPath<DriverKey, (DriverObject) -> Void>
  ) -> Bool {
    guard let object = objects[root], let key = keys[name] else { return false }
    key[keyPath: side](object)
    return true
  }

  /// Calls `willChange` or `didChange` for indexes of a list; returns `false` if an argument is
  /// invalid.
  private func listBracket(_ words: [String]) -> Bool {
    guard let object = objects[words[1]], let list = keys[words[2]]?.list,
      let kind = DriverWords.kind(words[3]), let indexes = DriverWords.indexes(words[4])
    else { return false }
    do {
      if words[0] == "willlist" {
        try object.willChange(list, kind, at: indexes.sorted())
      } else {
        try object.didChange(list, kind, at: indexes.sorted())
      }
      return true
    } catch {
      return false
    }
  }

  /// Changes a property or a list without a notification; returns `false` if that is refused.
  private func performRaw(_ words: [String]) -> Bool {
    let isStore = words[0] == "init" || words[1] == "set"
    let words = words[0] == "init" ? words : Array(words.dropFirst())
    guard let object = objects[words[1]], let key = keys[words[2]] else { return false }
    if isStore { return key.set?(object, words[3], true, { self.objects[$0] }) ?? false }
    guard let list = key.list,
      let edit = DriverEdit(words[0], Array(words[3...]), { self.objects[$0] })
    else { return false }
    return object.withoutNotifying(list) { edit.perform(on: &$0) } ?? false
  }

  /// Stores the notifying list of a path under a name, for later edits; returns `false` if the path
  /// is invalid.
  private func storeList(_ words: [String]) -> Bool {
    guard let object = objects[words[2]], let (links, key) = split(words[3]), let list = key.list,
      let target = follow(links, from: object)
    else { return false }
    lists[words[1]] = notifyingList(list, of: target)
    return true
  }

  /// Edits a list through its notifying list; returns `false` if the edit is refused.
  private func edit(_ words: [String]) -> Bool {
    guard let edit = DriverEdit(words[0], Array(words[3...]), { self.objects[$0] }) else {
      return false
    }
    if words[2] == "*" { return lists[words[1]].map(edit.perform) ?? false }
    guard let object = objects[words[1]], let (links, key) = split(words[2]), let list = key.list
    else { return false }
    guard let target = follow(links, from: object) else { return true }
    return notifyingList(list, of: target).map(edit.perform) ?? false
  }

  /// Returns the notifying list of an object's key.
  private func notifyingList(
    _ key: KeyPath<DriverObject, [DriverItem]>, of object: DriverObject
  ) -> NotifyingList<DriverItem>? {
    object.list(path: ObservedPath<DriverObject, DriverObject>()[dynamicMember: key])
  }

  /// Splits a path into the number of its `child` links and the key at its end; `nil` if the path
  /// is invalid.
  private func split(_ path: String) -> (links: Int, key: DriverKey)? {
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.count <= maximumPathLength, names.dropLast().allSatisfy({ $0 == "child" }),
      let key = names.last.flatMap({ keys[$0] })
    else { return nil }
    return (names.count - 1, key)
  }

  /// Returns the object at the end of a number of `child` links, or `nil` if one of them is `nil`.
  private func follow(_ links: Int, from object: DriverObject) -> DriverObject? {
    (0..<links).reduce(object) { object, _ in object?.child }
  }
}

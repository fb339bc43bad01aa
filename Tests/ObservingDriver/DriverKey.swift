import Observing

/// The accessors of one key; one that the key does not support is `nil`.
struct DriverKey {
  typealias Objects = (String) -> DriverObject?

  /// Observes the key behind a number of `child` links.
  let observe:
    (DriverObject, _ links: Int, ObservationOptions, _ write: @escaping (String) -> Void)
      -> Observation

  let read: (DriverObject) -> String
  let will: (DriverObject) -> Void
  let did: (DriverObject) -> Void

  /// Sets the key, through its setter or directly in its storage; returns false for a word of
  /// another type.
  var set: ((DriverObject, String, _ isRaw: Bool, Objects) -> Bool)?

  /// The key as a list, if it is one.
  var list: KeyPath<DriverObject, [DriverItem]>?

  /// Returns all keys by name.
  static func all() -> [String: DriverKey] {
    var keys: [String: DriverKey] = [
      "age": number(\.age), "child": object(\.child), "list": list(\.list),
      "cellTextArray": list(\.cellTextArray), "full": computed(\.full), "shout": computed(\.shout),
      "summary": computed(\.summary),
      "childLabel": DriverKey(\.childLabel, DriverText.text),
      "listCount": DriverKey(\.listCount, { String($0) }, DriverText.text),
      "title": text(\.title, storedIn: \.storedTitle),
    ]
    let texts: [(String, ReferenceWritableKeyPath<DriverObject, String?>)] = [
      ("label", \.label), ("topLabelText", \.topLabelText), ("first", \.first), ("last", \.last),
      ("silent", \.silent),
    ]
    for (name, key) in texts { keys[name] = text(key, storedIn: key) }
    return keys
  }

  /// Returns a key that can only be read.
  private static func computed(_ key: KeyPath<DriverObject, String>) -> DriverKey {
    DriverKey(key, { $0 }, DriverText.text)
  }

  /// Returns a key of an optional text.
  private static func text(
    _ key: ReferenceWritableKeyPath<DriverObject, String?>,
    storedIn storage: ReferenceWritableKeyPath<DriverObject, String?>
  ) -> DriverKey {
    var result = DriverKey(key, DriverText.text)
    result.set = { object, word, isRaw, _ in
      guard !word.hasPrefix("@"), !word.hasPrefix("[") else { return false }
      let value = word == "nil" ? nil : word
      return store(value, in: object, key, storage, isRaw: isRaw)
    }
    return result
  }

  /// Stores a value through the setter or directly in the storage.
  private static func store<Value>(
    _ value: Value, in object: DriverObject, _ key: ReferenceWritableKeyPath<DriverObject, Value>,
    _ storage: ReferenceWritableKeyPath<DriverObject, Value>, isRaw: Bool
  ) -> Bool {
    if isRaw {
      object.withoutNotifying(storage) { $0 = value }
    } else {
      object[keyPath: key] = value
    }
    return true
  }

  /// Returns a key of a number.
  private static func number(_ key: ReferenceWritableKeyPath<DriverObject, Int>) -> DriverKey {
    var result = DriverKey(key, { String($0) }, DriverText.text)
    result.set = { object, word, isRaw, _ in
      guard let value = Int(word) else { return false }
      return store(value, in: object, key, key, isRaw: isRaw)
    }
    return result
  }

  /// Returns a key of a link.
  private static func object(
    _ key: ReferenceWritableKeyPath<DriverObject, DriverObject?>
  ) -> DriverKey {
    var result = DriverKey(key, DriverText.text)
    result.set = { object, word, isRaw, objects in
      var value: DriverObject?
      if word != "nil" {
        guard word.hasPrefix("@"), let named = objects(String(word.dropFirst())) else {
          return false
        }
        value = named
      }
      return store(value, in: object, key, key, isRaw: isRaw)
    }
    return result
  }

  /// Returns a key of a list.
  private static func list(
    _ key: ReferenceWritableKeyPath<DriverObject, [DriverItem]>
  ) -> DriverKey {
    var result = DriverKey(
      observe: { object, links, options, write in
        guard let path = linked(links) else {
          return object.observe(
            path: ObservedPath<DriverObject, DriverObject>()[dynamicMember: key], options
          ) { write(DriverText.line($0)) }
        }
        return object.observe(path: path[dynamicMember: key], options) {
          write(DriverText.line($0))
        }
      },
      read: { DriverText.text($0[keyPath: key]) },
      will: { $0.willChange(key) }, did: { $0.didChange(key) })
    result.list = key
    result.set = { object, word, isRaw, objects in
      guard let items = DriverWords.items(word, objects) else { return false }
      if isRaw {
        object.withoutNotifying(key) { $0 = items }
      } else {
        object[keyPath: key] = items
      }
      return true
    }
    return result
  }

  /// Returns the path of a number of `child` links, or `nil` for none.
  private static func linked(_ links: Int) -> ObservedPath<DriverObject, DriverObject?>? {
    guard links > 0 else { return nil }
    let first = ObservedPath<DriverObject, DriverObject>().child
    return (1..<links).reduce(first) { path, _ in path.child }
  }
}

extension DriverKey {
  /// Creates a key of a type that is not optional.
  private init<Value>(
    _ key: KeyPath<DriverObject, Value>, _ text: @escaping (Value) -> String,
    _ linkedText: @escaping (Value?) -> String
  ) {
    self.init(
      observe: { object, links, options, write in
        guard let path = Self.linked(links) else {
          return object.observe(
            path: ObservedPath<DriverObject, DriverObject>()[dynamicMember: key], options
          ) { (change: ValueChange<Value>) in write(DriverText.line(change, text)) }
        }
        let whole: ObservedPath<DriverObject, Value?> = path[dynamicMember: key]
        return object.observe(path: whole, options) { (change: ValueChange<Value?>) in
          write(DriverText.line(change, linkedText))
        }
      },
      read: { text($0[keyPath: key]) },
      will: { $0.willChange(key) }, did: { $0.didChange(key) })
  }

  /// Creates a key of optional type.
  private init<Value>(
    _ key: KeyPath<DriverObject, Value?>, _ text: @escaping (Value?) -> String
  ) {
    self.init(
      observe: { object, links, options, write in
        let path =
          Self.linked(links)?[dynamicMember: key]
          ?? ObservedPath<DriverObject, DriverObject>()[dynamicMember: key]
        return object.observe(path: path, options) { (change: ValueChange<Value?>) in
          write(DriverText.line(change, text))
        }
      },
      read: { text($0[keyPath: key]) },
      will: { $0.willChange(key) }, did: { $0.didChange(key) })
  }
}

import Observing

/// The operations that one key supports; those that it does not support are `nil`.
struct DriverKey {
  typealias Objects = (String) -> DriverObject?

  /// Begins an observation of the key at the end of a number of `child` links.
  let observe:
    (DriverObject, _ links: Int, ObservationOptions, _ write: @escaping (String) -> Void)
      -> ObservationToken

  let read: (DriverObject) -> String
  let will: (DriverObject) -> Void
  let did: (DriverObject) -> Void

  /// Sets the key, by its setter or, with `isRaw`, in its storage without a notification; returns
  /// `false` if the word is not a value of the key's type.
  var set: ((DriverObject, String, _ isRaw: Bool, Objects) -> Bool)?

  /// The key path of the list, or `nil` if the key is not one of a list.
  var list: KeyPath<DriverObject, [DriverItem]>?

  /// Returns all keys of the corpus by name.
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

  /// Returns a key of a computed property, which can only be read.
  private static func computed(_ key: KeyPath<DriverObject, String>) -> DriverKey {
    DriverKey(key, { $0 }, DriverText.text)
  }

  /// Returns a key of an optional text with separate storage.
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

  /// Sets a property, by its setter or, with `isRaw`, in its storage without a notification.
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

  /// Returns a key of an integer.
  private static func number(_ key: ReferenceWritableKeyPath<DriverObject, Int>) -> DriverKey {
    var result = DriverKey(key, { String($0) }, DriverText.text)
    result.set = { object, word, isRaw, _ in
      guard let value = Int(word) else { return false }
      return store(value, in: object, key, key, isRaw: isRaw)
    }
    return result
  }

  /// Returns a key of a reference to another object.
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

  /// Returns the path of a number of `child` links; `nil` if the number is zero.
  private static func linked(_ links: Int) -> ObservedPath<DriverObject, DriverObject?>? {
    guard links > 0 else { return nil }
    let first = ObservedPath<DriverObject, DriverObject>().child
    return (1..<links).reduce(first) { path, _ in path.child }
  }
}

extension DriverKey {
  /// Creates a key of a property whose type is not optional; the closures format its value, and the
  /// optional value at the end of a path.
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

  /// Creates a key of a property whose type is optional; the closure formats its value.
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

/// The location in the source that began an observation or declared a source.
struct CallSite {
  let file: StaticString
  let line: UInt

  /// Stops the program, because a property there can't be observed.
  ///
  /// `fatalError` prints its message in an optimized build as well; a precondition does not.
  func fail(_ key: PathKey, of object: any Observable) -> Never {
    fatalError(
      """
      this property of \(type(of: object)), whose type is \(type(of: key.keyPath).valueType), \
      can't be observed: mark it with @Observed, @ObservedList or @ObservedWeak, or declare it in \
      declareDependentKeys, which a subclass overrides as a class method that calls super
      """, file: file, line: line)
  }
}

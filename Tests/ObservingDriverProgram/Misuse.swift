import Observing

/// A mistake of a caller of `Observing`, which stops the program with the file and line.
enum Misuse: String {
  case plain, late, constant, undeclared, path, source, subclass, watched

  /// Makes the mistake, so that this returns only if it goes unnoticed.
  func perform() {
    switch self {
    case .plain: _ = Careless().observe(\.plain, line: 1) { _ in }
    case .late: _ = Careless().observe(\.late, line: 2) { _ in }
    case .constant: _ = Careless().observe(\.constant, line: 3) { _ in }
    case .undeclared: _ = Careless().observe(\.undeclared, line: 4) { _ in }
    case .path:
      let careless = Careless()
      let token = careless.observe(\.next.plain, line: 5) { _ in }
      careless.next = Careless()
      token.end()
    case .source: _ = Careless().observe(\.halfDeclared, line: 6) { _ in }
    case .subclass: _ = Forgetful().observe(\.halfDeclared, line: 7) { _ in }
    case .watched:
      let careless = Careless()
      let watched = careless.watched(\.items, \.plain, line: 8)
      careless.$items.append(Careless())
      withExtendedLifetime(watched) {}
    }
  }
}

private class Careless: Observable {
  var plain = 0
  lazy var late = 1
  let constant = 2
  @Observed var marked = 3
  @Observed var next: Careless?
  @ObservedList var items: [Careless] = []
  let observation = ObservationTable()

  var undeclared: Int { marked }
  var halfDeclared: Int { marked + plain }

  class func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\Careless.halfDeclared, dependsOn: \.marked, \.plain, line: 1000)
  }
}

/// A class that forgets to call `super`.
private final class Forgetful: Careless {
  override class func declareDependentKeys(in keys: inout DependentKeys) {}
}

import Shell

/// An executor that stores its work until the test runs it.
package final class DeferredExecutor: OperationExecutor {
  package let isInline = false
  private var works: [@Sendable () -> Void] = []
  package var onExecute: () -> Void = {}

  package init() {}

  package func execute(_ work: @escaping @Sendable () -> Void) {
    works.append(work)
    onExecute()
  }

  package var count: Int { works.count }

  /// Runs the oldest work that is stored.
  package func performNext() { perform(0) }

  /// Runs the stored work at an index.
  package func perform(_ index: Int) { works.remove(at: index)() }

  /// Runs all work that is stored now.
  package func performAll() {
    let stored = works
    works = []
    for work in stored { work() }
  }
}

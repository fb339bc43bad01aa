import Glibc
import Records
import Testing

/// Work that is done on a thread of its own.
struct WorkThreadTests {
  @Test func `Work is done in order on one thread that is not ours`() {
    let numbers = Confined(WorkThread()) { Numbers() }
    for number in 0..<1000 {
      numbers.submit({ $0.add(number) }, then: { _ in })
    }
    let own = UInt(pthread_self())
    let found = numbers.perform { ($0.numbers, $0.threads) }
    #expect(found?.0 == Array(0..<1000))
    #expect(found?.1.count == 1)
    #expect(found?.1.contains(own) == false)
  }

  @Test func `Work that is done inline is done when it was brought`() {
    let numbers = Confined(InlineWork()) { Numbers() }
    numbers.submit({ $0.add(1) }, then: { _ in })
    #expect(numbers.perform { $0.threads } == [UInt(pthread_self())])
  }

  @Test func `Signals go to whoever waits for keys, not to the thread`() {
    let numbers = Confined(WorkThread()) { Numbers() }
    let isBlocked = numbers.perform { _ in
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      return [SIGINT, SIGWINCH, SIGTSTP, SIGTERM, SIGSEGV].map { sigismember(&mask, $0) == 1 }
    }
    #expect(isBlocked == [true, true, true, true, false])
  }

  @Test func `A store is opened and used on its thread`() throws {
    let folder = Folder()
    let path = folder.file
    let context = Confined(WorkThread()) { try? World().context(.file(path)) }
    let titles = context.perform { context in
      _ = try? context.news("one")
      try? context.save()
      return (try? context.allNews()) ?? []
    }
    #expect(titles == ["one"])
    let none = Confined(WorkThread()) { try? World().context(.file("/nowhere/store")) }
    #expect(none.perform { $0.hasChanges } == nil)
  }
}

private final class Numbers {
  private(set) var numbers: [Int] = []
  private(set) var threads: Set<UInt> = []

  func add(_ number: Int) {
    numbers.append(number)
    threads.insert(UInt(pthread_self()))
  }
}

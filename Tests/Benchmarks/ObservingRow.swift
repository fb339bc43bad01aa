import Observing

/// The model whose changes are measured.
private final class Counter: Observable {
  @Observed var count = 0
  @ObservedList var list: [Int] = []
  let observation = ObservationTable()
}

/// Measures a change of an observed property, and observations that begin and end.
func observing(_ workshop: Workshop) -> [Table] {
  let short = Array(0..<1000)
  let long = Array(0..<1_000_000)
  return [
    Table(
      title: "a change of an observed property", unit: "ns",
      limits: [
        .init(line: "set, no observer", most: 30), .init(line: "set, one observer", most: 100),
        .init(line: "append to 1,000", most: 300), .init(line: "append to 1,000,000", most: 300),
        .init(line: "append by the property", most: 300),
      ],
      lines: [
        .init(name: "set, no observer", sample: changes { $0.count = 1 }),
        .init(name: "set, one observer", sample: changes(\.count) { $0.count = 1 }),
        .init(name: "append to 1,000", sample: appends(to: short) { $0.$list.append(1) }),
        .init(name: "append to 1,000,000", sample: appends(to: long) { $0.$list.append(1) }),
        .init(
          name: "append by the property", sample: changes(list: long) { $0.list.append(1) }),
      ]),
    Table(
      title: "an observation that begins and ends", unit: "ns",
      limits: [.init(line: "among 40,000", other: "among 4,000", most: 2)],
      lines: [4_000, 40_000].map { count in
        .init(
          name: count == 4_000 ? "among 4,000" : "among 40,000", sample: observations(count))
      }),
  ]
}

/// Returns the duration of one of many changes, with an observer of a property if there is one.
private func changes(
  _ path: Counter.PathLiteral<Int>? = nil, list: [Int] = [], _ change: (Counter) -> Void
) -> Sample {
  let counter = Counter()
  counter.list = list
  var received = 0
  let token = path.map { counter.observe($0) { received &+= $0.new ?? 0 } }
  defer { token?.end() }
  return duration(of: 100_000) { change(counter) }
}

/// Returns the duration of one of many edits of a list with an observer.
private func appends(to list: [Int], _ edit: (Counter) -> Void) -> Sample {
  let counter = Counter()
  counter.list = list
  var received = 0
  let token = counter.observe(\.list) { change in
    if case .insertion(let indexes, _) = change { received &+= indexes.count }
  }
  defer { token.end() }
  return duration(of: 100_000) { edit(counter) }
}

/// Returns the duration of one of many observations of a property that begin and end.
private func observations(_ count: Int) -> Sample {
  var sample = Sample()
  for _ in 1...5 {
    let counter = Counter()
    let start = now()
    let tokens = (0..<count).map { _ in counter.observe(\.count) { _ in } }
    for token in tokens { token.end() }
    sample.add((now() - start) * 1e3 / Double(count))
  }
  return sample
}

/// Returns the duration of one of `count` calls, measured several times.
private func duration(of count: Int, _ body: () -> Void) -> Sample {
  var sample = Sample()
  for _ in 1...5 {
    let start = now()
    for _ in 0..<count { body() }
    sample.add((now() - start) * 1e3 / Double(count))
  }
  return sample
}

import Observing
import TestSupport
import Testing

/// An element of a list.
///
/// Cards of the same rank are equal, but each card has a number of its own.
private struct Card: Equatable {
  var rank: Int
  let number: Int
}

private final class Deck: Observable {
  @ObservedList var cards: [Card] = []
  let observation = ObservationTable()

  var count: Int { cards.count }

  static func declareDependentKeys(in keys: inout DependentKeys) {
    keys.declare(\Deck.count, dependsOn: \.cards)
  }
}

/// Mirrors and live lists that follow the cards of a deck.
private final class DerivedLists {
  private let deck: Deck
  private let mirror: ListMirror<Card>
  private let low: LiveList<Card>
  private let sorted: LiveList<Card>
  private let ranks: LiveList<Int>
  private let chain: LiveList<Int>
  private let mirrors: [ListMirror<Int>]
  private let cardMirrors: [ListMirror<Card>]
  private var counts: [Int] = []
  private var tokens: [ObservationToken] = []

  init(_ deck: Deck) {
    self.deck = deck
    mirror = deck.mirror(\.cards)
    low = deck.filtered(\.cards) { $0.rank < 5 }
    sorted = deck.sorted(\.cards) { $0.rank < $1.rank }
    ranks = deck.mapped(\.cards) { $0.rank }
    chain = low.sorted { $0.rank > $1.rank }.mapped { $0.number }.filtered { $0 % 3 != 0 }
    mirrors = [ranks.mirror(\.elements), chain.mirror(\.elements)]
    cardMirrors = [low.mirror(\.elements), sorted.mirror(\.elements)]
    tokens = [
      deck.observe(\.count, [.initial, .new, .old]) { [unowned self] change in
        if let old = change.old, old != counts.last { counts.append(-1) }
        counts.append(change.new ?? -1)
      }
    ]
  }

  /// The names of the mirrors and live lists whose elements are not the expected ones.
  var failures: [String] {
    var failures: [String] = []
    let cards = deck.cards
    func check(_ isRight: Bool, _ name: String) {
      if !isRight { failures.append(name) }
    }
    let expected = cards.filter { $0.rank < 5 }
    let inOrder = cards.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }.map(\.element)
    let ofLow = expected.enumerated().sorted {
      ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset)
    }.map(\.element.number).filter { $0 % 3 != 0 }
    check(mirror.disagreement == nil, "mirror: \(String(describing: mirror.disagreement))")
    check(mirror.elements == cards, "copy")
    check(low.elements == expected, "filter")
    check(sorted.elements == inOrder, "sort")
    check(ranks.elements == cards.map(\.rank), "map")
    check(chain.elements == ofLow, "chain")
    for mirror in mirrors { check(mirror.disagreement == nil, "\(mirror.disagreement as Any)") }
    for mirror in cardMirrors {
      check(mirror.disagreement == nil, "\(mirror.disagreement as Any)")
    }
    check(counts.last == cards.count && !counts.contains(-1), "count: \(counts)")
    return failures
  }
}

/// A source of random edits of a deck.
///
/// It is a class, because the handler of one edit may request another.
private final class RandomEdits {
  var random: RandomNumbers
  private var number = 0

  init(seed: Int) {
    random = RandomNumbers(seed: UInt64(seed))
  }

  /// Returns a new card with a random rank.
  func card() -> Card {
    number += 1
    return Card(rank: random.below(10), number: number)
  }

  /// Returns some ascending random indexes below a limit.
  func indexes(below limit: Int) -> [Int] {
    (0..<limit).filter { _ in random.below(3) == 0 }
  }

  /// Makes one random edit of the deck's cards.
  func edit(_ deck: Deck, depth: Int = 0) {
    let list = deck.$cards
    let count = list.count
    switch random.below(14) {
    case 0, 1: list.append(card())
    case 2: try? list.insert(card(), at: random.below(count + 2))
    case 3:
      let indexes = indexes(below: count + 3)
      try? list.insert(indexes.map { _ in card() }, at: indexes)
    case 4: try? list.remove(at: random.below(count + 1))
    case 5: try? list.remove(at: indexes(below: count))
    case 6: try? list.replace(at: random.below(count + 1), with: card())
    case 7:
      let indexes = indexes(below: count)
      try? list.replace(at: indexes, with: indexes.map { _ in card() })
    case 8, 9: try? list.move(from: random.below(count + 1), to: random.below(count + 1))
    case 10: update(deck, random.below(count + 1))
    case 11: setAll(deck)
    case 12: list.assign(shuffled(deck))
    default:
      guard depth < 3 else { return }
      list.batch { _ in
        for _ in 0..<random.below(8) { edit(deck, depth: depth + 1) }
      }
    }
  }

  /// Returns most of the deck's cards in their order, with up to two new cards at random indexes.
  private func shuffled(_ deck: Deck) -> [Card] {
    var cards = deck.cards.filter { _ in random.below(4) > 0 }
    for _ in 0..<random.below(3) { cards.insert(card(), at: random.below(cards.count + 1)) }
    return cards
  }

  /// Notifies observers that the contents of the element at an index have changed; does nothing if
  /// there is none.
  private func update(_ deck: Deck, _ index: Int) {
    try? deck.$cards.update(at: index)
  }

  /// Replaces all cards at once, by the setter or within `changing`, or removes the last one.
  private func setAll(_ deck: Deck) {
    switch random.below(3) {
    case 0: deck.cards = shuffled(deck)
    case 1:
      deck.changing(\.cards) { deck.withoutNotifying(\.cards) { $0.reverse() } }
    default: deck.$cards.removeLast()
    }
  }
}

@Test(arguments: 0..<20)
func `The old list and the changes give the new list`(part: Int) {
  for seed in 0..<50 {
    let deck = Deck()
    let script = RandomEdits(seed: part * 50 + seed)
    for _ in 0..<script.random.below(8) { deck.cards.append(script.card()) }
    let derivedLists = DerivedLists(deck)
    for step in 0..<10 {
      script.edit(deck)
      // Mirrors check every change, live lists are compared only at some steps.
      guard step % 5 == 4 else { continue }
      let failures = derivedLists.failures
      #expect(failures == [], "seed \(part * 50 + seed), step \(step)")
      if !failures.isEmpty { return }
    }
  }
}

@Test(arguments: 0..<10)
func `The law holds when handlers edit the list that notifies them`(part: Int) {
  for seed in 0..<100 {
    let deck = Deck()
    let script = RandomEdits(seed: 1_000_000 + part * 100 + seed)
    let early = deck.filtered(\.cards) { $0.rank < 5 }
    var depth = 0
    let token = deck.observe(\.cards, [.prior]) { change in
      guard depth < 2, script.random.below(3) == 0, change.isPrior == false else { return }
      depth += 1
      script.edit(deck)
      depth -= 1
    }
    let late = deck.sorted(\.cards) { $0.rank < $1.rank }
    let mirror = deck.mirror(\.cards)
    let mirrors = [early.mirror(\.elements), late.mirror(\.elements)]
    for _ in 0..<10 {
      script.edit(deck)
      #expect(mirror.disagreement == nil && mirror.elements == deck.cards)
      #expect(early.elements == deck.cards.filter { $0.rank < 5 })
      #expect(late.elements.map(\.rank) == deck.cards.map(\.rank).sorted())
      for mirror in mirrors { #expect(mirror.disagreement == nil) }
    }
    token.end()
  }
}

@Test(arguments: 0..<10)
func `The inverse of a change set leads back to the old list`(part: Int) {
  for seed in 0..<200 {
    let deck = Deck()
    let script = RandomEdits(seed: 2_000_000 + part * 200 + seed)
    for _ in 0..<script.random.below(8) { deck.cards.append(script.card()) }
    let before = deck.cards
    var sets: [ChangeSet<Card>] = []
    let token = deck.observe(\.cards, [.new, .old]) { change in
      if case .batch(let changes) = change { sets.append(changes) }
    }
    deck.$cards.batch { _ in
      for _ in 0..<script.random.below(12) { script.edit(deck, depth: 1) }
    }
    token.end()
    guard let changes = sets.first else { continue }
    let after = deck.cards
    #expect(changes.applied(to: before).map(numbers) == numbers(after))
    #expect(changes.inverse.applied(to: after).map(numbers) == numbers(before))
    #expect(changes.inverse.inverse == changes)
    let updated = changes.inverse.updates.map { before[$0].number }
    #expect(updated.sorted() == changes.updates.map { after[$0].number }.sorted())
    #expect(changes.inverse.updates == changes.inverse.updates.sorted())
  }
}

/// Returns the numbers of cards, by which equal ones differ.
private func numbers(_ cards: [Card]) -> [Int] { cards.map(\.number) }

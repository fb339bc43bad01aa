import Observing
import Testing

@Test func `One item and an array of one are equal`() {
  #expect(OneOrMany.one(3) == .many([3]))
  #expect(OneOrMany.one(3) != .many([3, 4]))
  #expect(([] as OneOrMany<Int>).isEmpty)
}

@Test func `Items are found by their positions`() {
  #expect(Array(OneOrMany.one(3)) == [3])
  #expect(Array(OneOrMany([3, 4])) == [3, 4])
  #expect(OneOrMany([5])[0] == 5)
}

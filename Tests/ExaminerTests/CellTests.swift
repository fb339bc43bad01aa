import Examiner
import Testing

@Test func `A cell names its column first`() {
  #expect(Cell(h: 2, v: 3) != Cell(h: 3, v: 2))
}

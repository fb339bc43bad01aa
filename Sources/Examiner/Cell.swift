/// A place on the board: column `h` and row `v`, both counted from 1.
package struct Cell: Hashable, Sendable {
  package let h: Int
  package let v: Int

  package init(h: Int, v: Int) {
    self.h = h
    self.v = v
  }
}

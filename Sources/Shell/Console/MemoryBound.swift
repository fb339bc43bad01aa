import CSystem

/// Bounds the memory of the process; where it needs more, it writes the words and ends.
package func boundMemory(byteCount: Int, words: String, status: Int32) {
  chimp_bound_memory(byteCount, words, status)
}

import CChimpSystem

/// Limits the memory of the process; beyond the limit it writes `words` and exits with `status`.
public func boundMemory(byteCount: Int, words: String, status: Int32) {
  chimp_bound_memory(byteCount, words, status)
}

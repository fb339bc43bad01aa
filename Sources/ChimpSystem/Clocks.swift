import Glibc

/// Returns the time of a clock of the system in nanoseconds.
///
///     let beginning = nanoseconds(of: CLOCK_MONOTONIC)
public func nanoseconds(of clock: Int32) -> Int {
  var time = timespec()
  clock_gettime(clock, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Returns the time of the monotonic clock in milliseconds.
public func monotonicMilliseconds() -> Int { nanoseconds(of: CLOCK_MONOTONIC) / 1_000_000 }

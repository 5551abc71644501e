import Glibc

/// Limits the number of tests that run at once to eight.
///
/// Otherwise, Swift Testing starts all tests at once, and on a small machine a test with a deadline
/// waits behind all others. Swift Testing reads the limit from this variable before it creates the
/// first trait, so a function in the section `.init_array` sets it, which runs before `main`.
@used @section(".init_array")
private let limitParallelTests: @convention(c) () -> Void = {
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8", 0)
}

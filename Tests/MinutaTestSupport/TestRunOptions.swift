import Glibc

/// Sets options of each test run: at most eight tests run at once, and only failures are printed.
///
/// By default, Swift Testing starts all tests at once, and on a small machine a test with a deadline
/// waits behind all others. It also prints 3 MB about tests that pass. It has a variable for the former,
/// but only an argument for the latter, so the process replaces itself by one with the argument, unless
/// it was started as `swift test --verbose`. This must happen before Swift Testing reads its options, so
/// it is done by a function in the section `.init_array`, which runs before `main`.
@used @section(".init_array")
private let setTestRunOptions:
  @convention(c) (CInt, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Void = {
    count,
    arguments in
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8", 0)
    let given = (0..<Int(count)).compactMap { arguments[$0] }
    let isQuiet = given.contains { strcmp($0, "--quiet") == 0 }
    let isVerbose = given.contains { strcmp($0, "-v") == 0 || strncmp($0, "--ver", 5) == 0 }
    let isSwiftTesting = given.contains { strcmp($0, "swift-testing") == 0 }
    if isQuiet || isVerbose || !isSwiftTesting { return }
    execv("/proc/self/exe", given + [strdup("--quiet"), nil])
  }

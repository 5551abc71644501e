import Glibc

/// Whether a person reads what is written to a descriptor.
package func isTerminal(_ descriptor: CInt) -> Bool {
  isatty(descriptor) == 1
}

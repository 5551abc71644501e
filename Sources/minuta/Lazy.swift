import Synchronization

/// A value that is created on first use.
final class Lazy<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let created = Mutex<Value?>(nil)

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  /// The value; the first access creates it.
  var value: Value {
    created.withLock { created in
      let value = created ?? make()
      created = value
      return value
    }
  }

  /// The value, or nil if nothing has used it so far.
  var valueIfCreated: Value? { created.withLock { $0 } }
}

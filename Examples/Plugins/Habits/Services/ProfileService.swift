import Foundation

/// The rules of the profile, over a storage, with ids from outside.
actor ProfileService: ProfileKeeping {
  private let storage: StorageManager
  private let makeID: @Sendable () -> UUID

  init(storage: StorageManager, makeID: @escaping @Sendable () -> UUID) {
    self.storage = storage
    self.makeID = makeID
  }

  func show() async throws -> ProfileReport {
    ProfileReport(of: try await storage.active.read())
  }

  func rename(to name: String) async throws -> ProfileReport {
    try await storage.active.change { book in
      book.profile.name = try NameText.normalized(name, of: .profile)
      return ProfileReport(of: book)
    }
  }

  func buy(
    _ reward: String,
    for price: Int,
    now: Date
  ) async throws -> (purchase: Purchase, report: ProfileReport) {
    let id = makeID()
    return try await storage.active.change { book in
      let reward = try NameText.normalized(reward, of: .reward)
      let coins = Score(of: book).coins
      if price > coins { throw HabitsError.notEnoughCoins(price: price, coins: coins) }
      let purchase = Purchase(id: id, reward: reward, price: price, date: now)
      book.profile.purchases.append(purchase)
      return (purchase, ProfileReport(of: book))
    }
  }
}

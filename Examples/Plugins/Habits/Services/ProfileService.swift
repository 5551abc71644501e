import Foundation

/// Performs the operations on the profile in a storage.
///
/// The caller provides the ids of new purchases, so that tests can predict them.
actor ProfileService: ProfileManaging {
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
    try await storage.active.change { data in
      data.profile.name = try EntityName.normalized(name, of: .profile)
      return ProfileReport(of: data)
    }
  }

  func buy(
    _ reward: String,
    for price: Int,
    now: Date
  ) async throws -> (purchase: Purchase, report: ProfileReport) {
    let id = makeID()
    return try await storage.active.change { data in
      let reward = try EntityName.normalized(reward, of: .reward)
      let coins = PlayerScore(of: data).coins
      if price > coins { throw HabitsError.notEnoughCoins(price: price, coins: coins) }
      let purchase = Purchase(id: id, reward: reward, price: price, date: now)
      data.profile.purchases.append(purchase)
      return (purchase, ProfileReport(of: data))
    }
  }
}

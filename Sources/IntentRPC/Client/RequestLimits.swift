/// The time limits of a request to a server.
struct RequestLimits {
  /// How long the server may say nothing, counted anew from each sign of life; nil for ever.
  var silence: Duration?
  /// How long the request may take, whatever the server says meanwhile.
  var whole: Duration

  /// How a request exceeded them.
  func failure(_ method: String, _ sign: LifeSign, _ passedOver: Int) -> ServerError {
    sign.isLate
      ? .late(whole, method: method)
      : .silent(silence ?? whole, method: method, passedOver: passedOver)
  }
}

/// The last sign of life of a server that a request waits for.
struct LifeSign {
  var time = ContinuousClock.now
  /// Whether the server has said anything since the request.
  var isFromServer = false
  /// Whether the request took too long although the server did say something.
  var isLate = false
}

import NIOCore

/// The request that a connection currently handles, with its plan and its task.
struct Exchange {
    var request: HTTPRequest
    let plan: RoutePlan
    let closes: Bool
    let start: NIODeadline
    let number: Int
    var task: Task<Void, Never>?
    /// The memory of a large body; nil for a usual one.
    var reservation: LargeBodies.Reservation?
}

/// The event that a stopping server sends to each connection, so that the connection closes after its current request,
/// or its next one.
struct ConnectionDrain: Sendable {
    /// The time for which an idle connection stays open, because a request may be on its way.
    let idle: TimeAmount
}

/// An address that a server could not listen on.
public struct HTTPListenError: Error, Sendable {
    /// The address.
    public let host: String
    /// The port.
    public let port: Int
    /// Why: of the system's errors, an `IOError` of SwiftNIO.
    public let cause: any Error
}

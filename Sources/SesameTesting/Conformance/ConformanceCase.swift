/// A test of one fact about an implementation of a protocol. It needs no test framework, and throws if the fact does
/// not hold.
public struct ConformanceCase<Subject: Sendable>: Sendable, CustomStringConvertible {
    /// The text of the fact.
    public let name: String
    /// The check, which needs an unused subject; throws ``ConformanceFailure`` if the fact does not hold.
    public let run: @Sendable (Subject) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (Subject) async throws -> Void) {
        self.name = name
        self.run = run
    }

    /// The text of the fact.
    public var description: String { name }
}

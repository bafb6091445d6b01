/// One fact about an implementation of a port. Knows no test framework: it throws where the fact does not hold.
public struct ConformanceCase<Subject: Sendable>: Sendable, CustomStringConvertible {
    /// The fact.
    public let name: String
    /// Checks it on a subject that nobody has used before; throws ``ConformanceFailure`` where it does not hold.
    public let run: @Sendable (Subject) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (Subject) async throws -> Void) {
        self.name = name
        self.run = run
    }

    /// The fact.
    public var description: String { name }
}

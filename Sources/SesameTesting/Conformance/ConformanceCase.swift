/// A test of one fact about an implementation of a protocol. It needs no test framework, and throws if the fact does
/// not hold.
public struct ConformanceCase<Subject: Sendable>: Sendable, CustomStringConvertible {
    /// The tested fact as a sentence, for example "a guest cannot enroll a second factor".
    public let name: String
    /// The check, which needs an unused subject; throws ``ConformanceFailure`` if the fact does not hold.
    public let run: @Sendable (Subject) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (Subject) async throws -> Void) {
        self.name = name
        self.run = run
    }

    /// The tested fact, as in ``name``.
    public var description: String { name }
}

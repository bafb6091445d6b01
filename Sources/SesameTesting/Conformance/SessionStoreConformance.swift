public import Sesame

/// The conformance tests of every ``Sesame/SessionStore``: they check each sentence of its documentation.
///
/// ```swift
/// @Test(arguments: SessionStoreConformance.cases)
/// func `my store conforms to SessionStore`(_ fact: SessionStoreConformance.Case) async throws {
///     let place = makeEmptyPlace()
///     try await fact.run(.init { MyStore(at: place) })
/// }
/// ```
public enum SessionStoreConformance {
    /// A test of one fact about a store.
    public typealias Case = ConformanceCase<Subject>

    /// A location for sessions, empty at first.
    public struct Subject: Sendable {
        /// A function that opens the location once more, like another process or a restarted one. A store that exists
        /// only as one value returns that value.
        public let open: @Sendable () throws -> any SessionStore

        /// Creates a subject whose location the function opens.
        public init(open: @escaping @Sendable () throws -> any SessionStore) {
            self.open = open
        }
    }

    /// All cases.
    public static let cases: [Case] = itemCases + lockCases
}

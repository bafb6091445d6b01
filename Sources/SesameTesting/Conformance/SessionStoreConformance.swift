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
        /// A function that opens the store once more, as another process or the restarted app would. For a store in
        /// memory, the function returns the same value each time.
        public let open: @Sendable () throws -> any SessionStore

        /// Creates a subject from a function that opens the store.
        public init(open: @escaping @Sendable () throws -> any SessionStore) {
            self.open = open
        }
    }

    /// All cases: those about items, and those about leases and exclusive access.
    public static let cases: [Case] = itemCases + lockCases
}

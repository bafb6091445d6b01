public import Sesame

/// The rules for every ``Sesame/SessionStore``, sentence by sentence of its documentation.
///
/// ```swift
/// @Test(arguments: SessionStoreConformance.cases)
/// func `my store does what the port says`(_ fact: SessionStoreConformance.Case) async throws {
///     let place = makeEmptyPlace()
///     try await fact.run(.init { MyStore(at: place) })
/// }
/// ```
public enum SessionStoreConformance {
    /// One fact about a store.
    public typealias Case = ConformanceCase<Subject>

    /// A place to store sessions in, empty at first.
    public struct Subject: Sendable {
        /// Opens the place once more, as another process, or the same one after a restart, does. A store that lives in
        /// one value only returns that.
        public let open: @Sendable () throws -> any SessionStore

        /// A subject whose place is opened by the function.
        public init(open: @escaping @Sendable () throws -> any SessionStore) {
            self.open = open
        }
    }

    /// All cases.
    public static let cases: [Case] = itemCases + lockCases
}

public import Foundation

/// A session of the signed-in user, on one device or in one browser.
public struct AccountSession: Sendable, Hashable, Identifiable {
    /// The session's id, by which the user can end it.
    public let id: String
    /// The name of the session's sign-in method, for example `google`.
    public let method: String
    /// True for the session that requested the list.
    public let isCurrent: Bool
    /// The date of the session's sign-in.
    public let creationDate: Date
    /// The date of the last refresh; nil if the back end does not provide it.
    public let lastRefreshDate: Date?
    /// The id of the session's account; nil if unknown.
    package var owner: String?

    /// Creates a session as a back end lists it; omit the last refresh if the back end does not report it.
    public init(id: String, method: String, isCurrent: Bool, creationDate: Date, lastRefreshDate: Date? = nil) {
        self.id = id
        self.method = method
        self.isCurrent = isCurrent
        self.creationDate = creationDate
        self.lastRefreshDate = lastRefreshDate
    }
}

public import Foundation

/// A session of the person who is signed in: a device, or a browser, on which they are.
public struct AccountSession: Sendable, Hashable, Identifiable {
    /// The session's id.
    public let id: String
    /// The name of the way to sign in that it began with, `google` for one.
    public let method: String
    /// True for the session of this device.
    public let isCurrent: Bool
    /// The date of the sign-in that it began with.
    public let creationDate: Date
    /// The date of its last refresh; nil where the back end does not say.
    public let lastRefreshDate: Date?
    /// The account whose session it is; nil where nobody has said.
    package var owner: String?

    /// Makes the value.
    public init(id: String, method: String, isCurrent: Bool, creationDate: Date, lastRefreshDate: Date? = nil) {
        self.id = id
        self.method = method
        self.isCurrent = isCurrent
        self.creationDate = creationDate
        self.lastRefreshDate = lastRefreshDate
    }
}

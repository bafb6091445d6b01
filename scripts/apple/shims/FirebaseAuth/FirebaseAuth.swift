// https://firebase.google.com/docs/reference/swift/firebaseauth/api/reference
public import Foundation

// …/reference/Protocols/UserInfo
public protocol UserInfo: NSObjectProtocol {
    var providerID: String { get }
    var uid: String { get }
    var displayName: String? { get }
    var photoURL: URL? { get }
    var email: String? { get }
}

// …/reference/Classes/UserMetadata
open class UserMetadata: NSObject {
    public var lastSignInDate: Date? { nil }
    public var creationDate: Date? { nil }
}

// …/reference/Classes/User
open class User: NSObject, UserInfo {
    public var isAnonymous: Bool { false }
    public var providerData: [any UserInfo] { [] }
    public var metadata: UserMetadata { UserMetadata() }
    public var providerID: String { "" }
    public var uid: String { "" }
    public var displayName: String? { nil }
    public var photoURL: URL? { nil }
    public var email: String? { nil }
}

// https://developers.google.com/identity/sign-in/ios/reference/Classes
public import Foundation

// …/Classes/GIDToken
open class GIDToken: NSObject {
    public var tokenString: String { "" }
}

// …/Classes/GIDProfileData
open class GIDProfileData: NSObject {
    public var email: String { "" }
    public var name: String { "" }
    public var givenName: String? { nil }
    public var familyName: String? { nil }
    public var hasImage: Bool { false }
    public func imageURL(withDimension dimension: UInt) -> URL? { nil }
}

// …/Classes/GIDGoogleUser
open class GIDGoogleUser: NSObject {
    public var idToken: GIDToken? { nil }
    public var profile: GIDProfileData? { nil }
}

// …/Classes/GIDSignInResult
open class GIDSignInResult: NSObject {
    public var user: GIDGoogleUser { GIDGoogleUser() }
}

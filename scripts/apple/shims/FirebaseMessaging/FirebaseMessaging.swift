// https://firebase.google.com/docs/reference/swift/firebasemessaging/api/reference
public import Foundation

// …/reference/Classes/Messaging
open class Messaging: NSObject {
    public class func messaging() -> Messaging { Messaging() }
    public weak var delegate: (any MessagingDelegate)?
    public var apnsToken: Data?
    // …/reference/Classes/Messaging#token(completion:)
    public func token(completion: @escaping @Sendable (String?, (any Error)?) -> Void) {}
}

// …/reference/Protocols/MessagingDelegate; its requirements are optional
public protocol MessagingDelegate: NSObjectProtocol {
    func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?)
    func messaging(_ messaging: Messaging, didReceiveRegistration installationId: String?)
}

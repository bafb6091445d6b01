// https://firebase.google.com/docs/reference/swift/firebaseinstallations/api/reference
public import Foundation

// …/reference/Classes/Installations
open class Installations: NSObject {
    public class func installations() -> Installations { Installations() }
    // …/reference/Classes/Installations#installationid(completion:)
    public func installationID(completion: @escaping @Sendable (String?, (any Error)?) -> Void) {}
}

// https://firebase.google.com/docs/reference/swift/firebasecore/api/reference
public import Foundation

// …/reference/Classes/FirebaseApp
open class FirebaseApp: NSObject {
    // …/reference/Classes/FirebaseApp#configure()
    public class func configure() {}
}

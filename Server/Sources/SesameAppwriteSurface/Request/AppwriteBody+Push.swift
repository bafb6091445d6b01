import SesameAccounts
import SesameCore

extension AppwriteBody {
    /// Which push service an address is of: the provider says it, or the address does, since only Apple's are all of
    /// hexadecimal digits.
    func pushAddress(provider: String?) throws(Refusal) -> DeviceAddress {
        let value = try secret("identifier", greatest: 4_096)
        let isAPNs = provider?.lowercased().contains("apns") ?? false
        let kinds: [DeviceKind] = isAPNs ? [.apns] : provider == nil ? [.apns, .fcmToken] : [.fcmToken]
        for kind in kinds {
            if let address = DeviceAddress(kind, value) { return address }
        }
        throw .appwrite(.argument("identifier", "Value is no address of the push service"))
    }
}

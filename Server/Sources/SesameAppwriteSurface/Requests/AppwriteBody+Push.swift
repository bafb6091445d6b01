import SesameAccounts
import SesameCore

extension AppwriteBody {
    /// Returns the push address of the member `identifier`. A provider whose name contains `apns` selects Apple's
    /// service, any other provider FCM. Without a provider, the service follows from the address, because only Apple's
    /// tokens are entirely hexadecimal.
    func pushAddress(provider: String?) throws(AccountError) -> DevicePushToken {
        let value = try secret("identifier", greatest: 4_096)
        let isAPNs = provider?.lowercased().contains("apns") ?? false
        let kinds: [DeviceKind] = isAPNs ? [.apns] : provider == nil ? [.apns, .fcmToken] : [.fcmToken]
        for kind in kinds {
            if let address = DevicePushToken(kind, value) { return address }
        }
        throw .appwrite(.argument("identifier", "Value must be a token of the push service"))
    }
}

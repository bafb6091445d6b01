/// The kind of a device's push address.
public enum DeviceKind: String, Sendable, CaseIterable {
    /// A registration token of Firebase Cloud Messaging.
    case fcmToken = "fcm_token"
    /// A Firebase installation id (FID), with which Firebase Cloud Messaging addresses a device without a registration
    /// token.
    case fcmFID = "fcm_fid"
    /// A device token of Apple's Push Notification service, in hexadecimal digits.
    case apns
}

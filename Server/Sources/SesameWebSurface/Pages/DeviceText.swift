import SesameText
import SesameWire

extension DeviceText {
    /// Returns the words that the account page shows for a device of a platform, such as “iPhone or iPad”; “Device” if
    /// the platform is nil.
    static func name(of platform: DevicePlatform?) -> Text {
        switch platform {
        case .ios: apple
        case .macos: mac
        case .android: android
        case .web: browser
        case nil: device
        }
    }
}

import SesameText
import SesameWire

extension DeviceText {
    /// Returns the display name of a device by its platform, which may be unknown.
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

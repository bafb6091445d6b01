import SesameText
import SesameWire

extension DeviceText {
    /// Returns the text for a device of that platform.
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

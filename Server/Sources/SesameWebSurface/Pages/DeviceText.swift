import SesameCore

/// The texts of devices that pushes reach.
enum DeviceText {
    static let heading = PageText("Mes appareils", "My devices")
    static let lead = PageText(
        "Les notifications arrivent sur ces appareils.", "Notifications arrive on these devices.")
    static let none = PageText("Aucun appareil ne reçoit de notifications.", "No device gets notifications.")
    static let current = PageText("Cet appareil", "This device")
    static let seen = PageText("vu le", "last seen")
    static let remove = PageText("Retirer", "Remove")

    static func name(of platform: DevicePlatform?) -> PageText {
        switch platform {
        case .ios: PageText("iPhone ou iPad", "iPhone or iPad")
        case .macos: PageText("Mac", "Mac")
        case .android: PageText("Appareil Android", "Android device")
        case .web: PageText("Navigateur", "Browser")
        case nil: PageText("Appareil", "Device")
        }
    }
}

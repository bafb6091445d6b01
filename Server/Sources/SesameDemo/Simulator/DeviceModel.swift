import SesameText

/// The kind of a user's device.
enum DeviceModel: String, Sendable {
    case phone
    case tablet

    /// The name with its article, for the middle of a sentence: "the phone".
    var words: Text {
        switch self {
        case .phone: RunnerText.phone
        case .tablet: RunnerText.tablet
        }
    }

    /// The name with preposition and article: "on the phone".
    var place: Text {
        switch self {
        case .phone: RunnerText.onPhone
        case .tablet: RunnerText.onTablet
        }
    }
}

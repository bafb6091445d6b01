import SesameText

/// The kind of a user's device.
enum DeviceModel: String, Sendable {
    case phone
    case tablet

    /// The name with its article, for the middle of a sentence.
    var words: Text {
        switch self {
        case .phone: RunnerText.phone
        case .tablet: RunnerText.tablet
        }
    }

    /// The name with its article, after a preposition of place.
    var place: Text {
        switch self {
        case .phone: RunnerText.onPhone
        case .tablet: RunnerText.onTablet
        }
    }
}

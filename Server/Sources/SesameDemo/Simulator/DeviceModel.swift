import SesameText

enum DeviceModel: String, Sendable {
    case phone
    case tablet

    /// The device's name with its article, for the middle of a sentence: "the phone".
    var words: Text {
        switch self {
        case .phone: RunnerText.phone
        case .tablet: RunnerText.tablet
        }
    }

    /// The device's name with preposition and article: "on the phone".
    var place: Text {
        switch self {
        case .phone: RunnerText.onPhone
        case .tablet: RunnerText.onTablet
        }
    }
}

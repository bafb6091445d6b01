import SesameText

/// The kind of a user's device.
enum Device: String, Sendable {
    case phone
    case tablet

    /// The name with its article, for the middle of a sentence.
    var words: Text {
        switch self {
        case .phone: StageText.phone
        case .tablet: StageText.tablet
        }
    }

    /// The name with its article, after a preposition of place.
    var place: Text {
        switch self {
        case .phone: StageText.onPhone
        case .tablet: StageText.onTablet
        }
    }
}

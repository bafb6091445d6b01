import SesameText

/// The kind of device that somebody holds.
enum Device: String, Sendable {
    case phone
    case tablet

    /// With the article, for the middle of a sentence.
    var words: Text {
        switch self {
        case .phone: StageText.phone
        case .tablet: StageText.tablet
        }
    }

    /// With the article, after a preposition of place.
    var place: Text {
        switch self {
        case .phone: StageText.onPhone
        case .tablet: StageText.onTablet
        }
    }
}

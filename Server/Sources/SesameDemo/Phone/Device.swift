/// The kind of device that somebody holds.
enum Device: String, Sendable {
    case phone
    case tablet

    /// With the article, for the middle of a sentence.
    var words: Words {
        switch self {
        case .phone: Words("the phone", "le téléphone")
        case .tablet: Words("the tablet", "la tablette")
        }
    }

    /// With the article, after a preposition of place.
    var place: Words {
        switch self {
        case .phone: Words("on the phone", "sur le téléphone")
        case .tablet: Words("on the tablet", "sur la tablette")
        }
    }
}

/// Two words shown on the page that requested a code and in its message. Different words in the message mean that
/// another client requested the code.
package enum SecurityPhrase {
    private static let first = [
        "Amber", "Brave", "Bright", "Calm", "Clever", "Crimson", "Early", "Fair", "Gentle", "Golden", "Green", "Happy",
        "Humble", "Kind", "Late", "Light", "Lively", "Lucky", "Mild", "Modest", "Noble", "Patient", "Polite", "Proud",
        "Quiet", "Rapid", "Round", "Silver", "Steady", "Sunny", "Swift", "Warm",
    ]
    private static let second = [
        "Acorn", "Anchor", "Bridge", "Candle", "Cloud", "Compass", "Falcon", "Feather", "Fern", "Forest", "Garden",
        "Harbour", "Island", "Lantern", "Lemon", "Maple", "Meadow", "Mirror", "Mountain", "Orchard", "Otter", "Pebble",
        "Piano", "River", "Saddle", "Sparrow", "Station", "Teapot", "Tower", "Valley", "Willow", "Window",
    ]

    /// Returns the two words that two random bytes select: one of 1,024 pairs, all equally likely.
    static func words(_ bytes: [UInt8]) -> String {
        let (one, two) = (bytes.first ?? 0, bytes.last ?? 0)
        return "\(first[Int(one) % first.count]) \(second[Int(two) % second.count])"
    }
}

extension CodeService {
    package func newSecurityPhrase() -> String { SecurityPhrase.words(environment.randomBytes(2)) }
}

package import SesameAccounts

extension PseudonymKeys {
    /// Creates a test key for each of the versions; the last version is the newest.
    package static func test(_ versions: ClosedRange<Int> = 1...1) throws -> PseudonymKeys {
        try PseudonymKeys(
            versions.map { version in
                try PseudonymKey(version: version, (0..<32).map { UInt8(truncatingIfNeeded: $0 * 7 + version) })
            })
    }
}

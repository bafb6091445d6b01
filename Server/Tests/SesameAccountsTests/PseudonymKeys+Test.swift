import SesameAccounts

extension PseudonymKeys {
    /// Returns a test key for each version. The highest version is the newest.
    static func test(_ versions: ClosedRange<Int> = 1...1) throws -> PseudonymKeys {
        try PseudonymKeys(
            versions.map { version in
                try PseudonymKey(version: version, (0..<32).map { UInt8(truncatingIfNeeded: $0 * 7 + version) })
            })
    }
}

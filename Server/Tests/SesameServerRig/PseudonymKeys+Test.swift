package import SesameAccounts

extension PseudonymKeys {
    /// Returns test keys with fixed bytes, one for each of the given versions.
    package static func test(_ versions: ClosedRange<Int> = 1...1) throws -> PseudonymKeys {
        try PseudonymKeys(
            versions.map { version in
                try PseudonymKey(version: version, (0..<32).map { UInt8(truncatingIfNeeded: $0 * 7 + version) })
            })
    }
}

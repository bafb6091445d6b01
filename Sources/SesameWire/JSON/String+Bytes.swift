import SesameCore

extension String {
    /// Returns true if both strings have the same UTF-8 bytes. `==` also holds for canonically equivalent text, which
    /// is right for prose and wrong for identifiers.
    public func hasSameBytes(as other: String) -> Bool {
        isIdentical(to: other)
    }
}

extension String {
    /// Returns true if both strings have the same UTF-8 bytes. Modules that import `SesameWire` use
    /// `hasSameBytes(as:)`.
    @inlinable
    package func isIdentical(to other: String) -> Bool {
        // Different texts have different bytes, and `==` detects them fast: most comparisons look for one name among
        // many.
        guard utf8.count == other.utf8.count, self == other else { return false }
        let equal = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
        }
        return (equal ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

/// A string as a key that hashes and compares its UTF-8 bytes.
package struct ByteKey: Hashable {
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ByteKey, right: ByteKey) -> Bool {
        left.text.isIdentical(to: right.text)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(text.utf8.count)
    }
}

extension String {
    /// Whether both have the same UTF-8 bytes. `==` also holds for canonically equivalent text, which is right for
    /// prose and wrong for identifiers.
    public func hasSameBytes(as other: String) -> Bool {
        // Different text has different bytes, and `==` finds out fast: most comparisons look for a name among others.
        guard utf8.count == other.utf8.count, self == other else { return false }
        let equal = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
        }
        return (equal ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

/// A string as a key that hashes and compares its UTF-8 bytes.
struct ByteKey: Hashable {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: ByteKey, right: ByteKey) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(text.utf8.count)
    }
}

extension String {
    /// The text without leading and trailing whitespace, such as the spaces that keyboards add.
    var trimmed: String {
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
        return String(self[..<end].drop { $0.isWhitespace })
    }
}

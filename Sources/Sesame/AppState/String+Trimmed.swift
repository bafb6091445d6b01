extension String {
    /// The text without the spaces that keyboards add around it.
    var trimmed: String {
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
        return String(self[..<end].drop { $0.isWhitespace })
    }
}

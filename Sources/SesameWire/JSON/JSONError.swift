/// The reason why a document was rejected, and the position. It never contains any of the document's content.
public struct JSONError: Error, Sendable, Hashable {
    /// A rule of JSON, or a limit, that a document can break.
    public struct Reason: Sendable, Hashable {
        /// A short English description of the violation, for example `duplicate member`.
        public let text: String

        /// The document is longer than the limit.
        public static let tooLarge = Reason(text: "document is too large")
        /// The document is nested deeper than the limit.
        public static let tooDeep = Reason(text: "nested too deeply")
        /// An object has more members than the limit.
        public static let tooManyMembers = Reason(text: "too many members")
        /// An object has two members with the same name.
        public static let duplicateMember = Reason(text: "duplicate member")
        /// A string contains bytes that are not valid UTF-8.
        public static let invalidUTF8 = Reason(text: "invalid UTF-8")
        /// The document begins with a byte order mark.
        public static let byteOrderMark = Reason(text: "byte order mark")
        /// A string contains an unescaped control character from U+0000 to U+001F.
        public static let controlCharacter = Reason(text: "control character in a string")
        /// A backslash is followed by an unknown or incomplete escape.
        public static let invalidEscape = Reason(text: "invalid escape")
        /// An escaped surrogate is not part of a surrogate pair.
        public static let loneSurrogate = Reason(text: "lone surrogate")
        /// A number does not match the grammar.
        public static let invalidNumber = Reason(text: "invalid number")
        /// A byte is not allowed at its position.
        public static let unexpectedByte = Reason(text: "unexpected byte")
        /// The document ends before its value is complete.
        public static let unexpectedEnd = Reason(text: "unexpected end")
        /// The value is followed by something other than white space.
        public static let trailingContent = Reason(text: "content after the value")
    }

    /// The rule that was broken.
    public let reason: Reason
    /// The position of the error, as a byte offset. For an invalid number or escape, and for a refused member, it is
    /// the position of the first byte.
    public let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    /// The reason and the position, for example `unexpected byte at byte 12`.
    public var description: String { "\(reason.text) at byte \(offset)" }
}

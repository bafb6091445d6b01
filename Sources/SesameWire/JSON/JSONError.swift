/// The reason why a document was rejected, and where. Never holds any of its content.
public struct JSONError: Error, Sendable, Hashable {
    /// The rule that was broken.
    public struct Reason: Sendable, Hashable {
        /// The rule in words.
        public let text: String

        /// Longer than the limit.
        public static let tooLarge = Reason(text: "document too large")
        /// Nested deeper than the limit.
        public static let tooDeep = Reason(text: "nested too deeply")
        /// More members in an object than the limit.
        public static let tooManyMembers = Reason(text: "too many members")
        /// Two members of one object with the same name.
        public static let duplicateMember = Reason(text: "duplicate member")
        /// Bytes that are not UTF-8.
        public static let invalidUTF8 = Reason(text: "invalid UTF-8")
        /// A byte order mark.
        public static let byteOrderMark = Reason(text: "byte order mark")
        /// A control character inside a string.
        public static let controlCharacter = Reason(text: "control character in a string")
        /// A backslash followed by something that JSON does not know.
        public static let invalidEscape = Reason(text: "invalid escape")
        /// An escaped surrogate without its other half.
        public static let loneSurrogate = Reason(text: "lone surrogate")
        /// A number that does not match the grammar.
        public static let invalidNumber = Reason(text: "invalid number")
        /// A byte that cannot stand where it stands.
        public static let unexpectedByte = Reason(text: "unexpected byte")
        /// The document ends before its value does.
        public static let unexpectedEnd = Reason(text: "unexpected end")
        /// Something other than white space behind the value.
        public static let trailingContent = Reason(text: "content behind the value")
    }

    /// The rule that was broken.
    public let reason: Reason
    /// The index of the first byte that breaks it.
    public let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    /// The rule and the place.
    public var description: String { "\(reason.text) at byte \(offset)" }
}

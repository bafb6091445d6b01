/// Why the development providers refused a request of their user, in words that say what to do instead.
public struct ProviderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Which kind of refusal.
    public struct Code: Sendable, Hashable {
        /// The code as it stands in the answer.
        public let rawValue: String

        /// The request asks for something that does not exist or makes no sense.
        public static let invalidRequest = Code(rawValue: "invalid_request")
        /// A key could not be made or did not sign.
        public static let keys = Code(rawValue: "keys")
    }

    /// Which kind of refusal.
    public let code: Code
    /// What is wrong, and what would be right.
    public let message: String

    /// A refusal.
    public init(_ code: Code = .invalidRequest, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}

/// The reason why the development providers rejected a request of their user, with what to do instead.
package struct ProviderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Which kind of refusal.
    package struct Code: Sendable, Hashable {
        /// The code as it stands in the answer.
        package let rawValue: String

        /// The request asks for something that does not exist or makes no sense.
        package static let invalidRequest = Code(rawValue: "invalid_request")
        /// A key could not be made or did not sign.
        package static let keys = Code(rawValue: "keys")
    }

    /// Which kind of refusal.
    package let code: Code
    /// The fault, and what would be right.
    package let message: String

    /// A refusal.
    package init(_ code: Code = .invalidRequest, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

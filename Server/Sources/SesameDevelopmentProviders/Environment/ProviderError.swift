/// The reason why the development providers rejected a request, with the correct usage.
package struct ProviderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code of a refusal.
    package struct Code: Sendable, Hashable {
        /// The code in the response.
        package let rawValue: String

        /// The request is invalid or refers to something that does not exist.
        package static let invalidRequest = Code(rawValue: "invalid_request")
        /// A key could not be created or could not sign.
        package static let keys = Code(rawValue: "keys")
    }

    /// The refusal's code.
    package let code: Code
    /// The error and the correct usage.
    package let message: String

    /// Creates a refusal.
    package init(_ code: Code = .invalidRequest, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

/// The error of a request that the development providers reject.
package struct ProviderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code of an error.
    package struct Code: Sendable, Hashable {
        /// The code as text, in the response.
        package let rawValue: String

        /// The request is invalid or refers to something that does not exist.
        package static let invalidRequest = Code(rawValue: "invalid_request")
        /// A key could not be created or could not sign.
        package static let keys = Code(rawValue: "keys")
    }

    /// The error's code.
    package let code: Code
    /// A message with the error and the correct usage.
    package let message: String

    /// Creates an error with these values.
    package init(_ code: Code = .invalidRequest, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

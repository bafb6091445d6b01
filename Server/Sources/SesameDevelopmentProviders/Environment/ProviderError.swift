/// An error of the development providers: an invalid request, or a key that cannot be created or cannot sign.
package struct ProviderError: Error, Sendable, Hashable, CustomStringConvertible {
    package struct Code: Sendable, Hashable {
        /// The value of `error.code` in the control API's error responses.
        package let rawValue: String

        /// The request is invalid or refers to something that does not exist.
        package static let invalidRequest = Code(rawValue: "invalid_request")
        /// A key could not be created or could not sign.
        package static let keys = Code(rawValue: "keys")
    }

    package let code: Code
    /// A message for developers, which often lists the allowed values.
    package let message: String

    package init(_ code: Code = .invalidRequest, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

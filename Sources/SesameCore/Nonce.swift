import Crypto

/// A one-time value that binds a provider's ID token to the sign-in that requested it.
///
/// The server issues it (`POST /v1/challenges`) and accepts it once. Google's token contains the value itself. Pass
/// ``sha256Hex`` to Apple's sheet; Apple's token then contains that. Firebase accepts only the hash from both
/// providers, so pass ``forGoogle`` to Google.
public struct Nonce: Sendable, Hashable {
    /// The form in which Google's token carries a nonce.
    package enum GoogleForm: Sendable, Hashable {
        /// The value as issued.
        case verbatim
        /// The value's ``Nonce/sha256Hex``, as in Apple's token.
        case sha256Hex
    }

    /// The nonce as issued.
    public let value: Secret
    private let googleForm: GoogleForm
    /// True if the nonce was issued to a session, to link an identity to its account.
    package let isForLinking: Bool

    /// Creates a nonce from the issued value, which Google's token must contain unchanged.
    public init(_ value: Secret) {
        self.init(value, googleForm: .verbatim)
    }

    /// Creates a nonce from the issued value, for a back end that expects it in Google's token in the given form.
    package init(_ value: Secret, googleForm: GoogleForm, isForLinking: Bool = false) {
        self.value = value
        self.googleForm = googleForm
        self.isForLinking = isForLinking
    }

    /// The value to pass to Google's page or SDK. Google's token then contains this value.
    public var forGoogle: String {
        switch googleForm {
        case .verbatim: value.exposed
        case .sha256Hex: sha256Hex
        }
    }

    /// The SHA-256 of the value's UTF-8 bytes in lowercase hexadecimal.
    public var sha256Hex: String {
        SHA256.hash(data: Array(value.exposed.utf8)).reduce(into: "") { text, byte in
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
    }
}

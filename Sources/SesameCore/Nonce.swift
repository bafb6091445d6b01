import Crypto

/// A one-time value that ties a provider's ID token to the sign-in it was asked for.
///
/// The server issues it (`POST /v1/challenges`) and takes it once. Google puts the value itself into its token; Apple's
/// sheet is given ``sha256Hex``, and that is what its token carries. Firebase, which takes one form only, the hash, says so
/// with the nonce: ``forGoogle`` is what Google is to be given.
public struct Nonce: Sendable, Hashable {
    /// The form in which Google's token carries a nonce.
    package enum GoogleForm: Sendable, Hashable {
        /// As it was issued.
        case verbatim
        /// Its ``Nonce/sha256Hex``, as Apple's token does.
        case sha256Hex
    }

    /// The nonce as it was issued.
    public let value: Secret
    private let googleForm: GoogleForm
    /// True if it was given to a session, for a link to its account.
    package let isForLinking: Bool

    /// Wraps a nonce as it was issued.
    public init(_ value: Secret) {
        self.init(value, googleForm: .verbatim)
    }

    /// Wraps a nonce as it was issued, for a back end that takes it from Google in that form.
    package init(_ value: Secret, googleForm: GoogleForm, isForLinking: Bool = false) {
        self.value = value
        self.googleForm = googleForm
        self.isForLinking = isForLinking
    }

    /// The value that Google's page or SDK is given, for its token to carry.
    public var forGoogle: String {
        switch googleForm {
        case .verbatim: value.exposed
        case .sha256Hex: sha256Hex
        }
    }

    /// The lower-case hexadecimal SHA-256 of the value's UTF-8 bytes.
    public var sha256Hex: String {
        SHA256.hash(data: Array(value.exposed.utf8)).reduce(into: "") { text, byte in
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
    }
}

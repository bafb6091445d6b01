package import Foundation
package import SesameCore

/// An operator's update of an account. Values that the update leaves out stay unchanged.
package struct AccountUpdate: Sendable {
    /// A change of a value that an account may lack: left unchanged, replaced, or removed.
    package enum FieldUpdate<Value: Sendable>: Sendable {
        case keep
        case set(Value)
        case remove
    }

    /// The new email address for sign-in; nil to leave it unchanged.
    package var email: EmailAddress?
    /// True to mark the email address as verified, false as unverified. If nil, a new address is unverified.
    package var isEmailVerified: Bool?
    /// True to mark the existing phone number as verified, false as unverified. A new number is always verified.
    package var isPhoneVerified: Bool?
    /// The new password. It requires an email address, unless the back end vouches for the user.
    package var password: Secret?
    /// The hash of the password from another system; ignored if ``password`` is set.
    package var foreignPassword: ImportedPasswordHash?
    /// The part of the sign-in by email address to remove; nil to remove nothing.
    package var removal: Removal?
    /// True if the app's back end vouches for a user without any other sign-in method: such an account is identified by
    /// its id and is not a guest, and a password is stored for a later address.
    package var isVouchedFor = false
    /// The phone number for sign-in, which counts as verified.
    package var phone: FieldUpdate<PhoneNumber> = .keep
    package var displayName: FieldUpdate<String> = .keep
    package var photoURL: FieldUpdate<String> = .keep
    /// True to disable the account, false to enable it; nil to leave it unchanged.
    package var isDisabled: Bool?
    /// The custom claims, which replace all earlier ones.
    package var claims: JSONObject?
    /// The time before which issued tokens are invalid. Setting it ends all sessions; the stored time never decreases.
    package var tokensValidAfter: Date?
    /// The identities to add, with claims that the operator supplies instead of an ID token.
    package var addedIdentities: [IdentityInput] = []
    /// The providers whose identities are removed.
    package var removedProviders: [Provider] = []
    package var removedCredentials: [LocalCredential.Kind] = []

    /// The complete list of second factors after the update; factors that are not in it are removed. Nil leaves them
    /// unchanged.
    package var factors: [FactorInput]?

    /// Creates an update that changes nothing.
    package init() {}

    /// A part of the sign-in by email address that an update removes.
    package enum Removal: Sendable {
        /// The address. The password is kept for the next address if the back end vouches for the user.
        case email
        case password
    }

    /// A request to create an account: its id, and the values to set.
    package struct Creation: Sendable {
        package let id: AccountID
        package let order: AccountUpdate

        package init(id: AccountID, order: AccountUpdate) {
            self.id = id
            self.order = order
        }
    }

    /// Applies the update to the metadata. A ``tokensValidAfter`` in the future counts as now: because the time never
    /// decreases, new tokens would otherwise stay invalid until then.
    func apply(to details: inout AccountMetadata, at now: Date) {
        displayName.apply(to: &details.displayName)
        photoURL.apply(to: &details.photoURL)
        if let claims { details.claims = claims }
        if let tokensValidAfter {
            let stated = min(tokensValidAfter, now)
            details.tokensValidAfter = max(stated, details.tokensValidAfter ?? stated)
        }
    }
}

extension AccountUpdate.FieldUpdate {
    package func apply(to value: inout Value?) {
        switch self {
        case .keep: break
        case .set(let new): value = new
        case .remove: value = nil
        }
    }

    var value: Value? {
        if case .set(let value) = self { value } else { nil }
    }
}

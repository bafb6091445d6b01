package import Foundation
package import SesameCore

/// An operator's update of an account. Values that the update leaves out stay unchanged.
package struct AccountUpdate: Sendable {
    /// The change of a value.
    package enum FieldUpdate<Value: Sendable>: Sendable {
        /// The value stays.
        case keep
        /// The value is replaced by this one.
        case set(Value)
        /// The value is removed.
        case remove
    }

    /// The email address for sign-in.
    package var email: EmailAddress?
    /// True to mark the address as verified, false as unverified.
    package var isEmailVerified: Bool?
    /// True to mark the number as verified, false as unverified.
    package var isPhoneVerified: Bool?
    /// The password, which requires an address.
    package var password: Secret?
    /// The password's hash in another system, instead of ``password``.
    package var foreignPassword: ImportedPasswordHash?
    /// The part of the sign-in by email address to remove; nil to remove nothing.
    package var removal: Removal?
    /// True if the app's back end vouches for a user without any other sign-in method: such an account is identified by
    /// its id and is not a guest, and a password is stored for a later address.
    package var isVouchedFor = false
    /// The phone number for sign-in.
    package var phone: FieldUpdate<PhoneNumber> = .keep
    /// The display name.
    package var displayName: FieldUpdate<String> = .keep
    /// The URL of a picture.
    package var photoURL: FieldUpdate<String> = .keep
    /// True to disable the account, false to enable it.
    package var isDisabled: Bool?
    /// The custom claims.
    package var claims: JSONObject?
    /// Tokens that were issued before this time are invalid. A new value ends all sessions; the value never decreases.
    package var tokensValidAfter: Date?
    /// The identities to add, as stated by another system.
    package var addedIdentities: [IdentityInput] = []
    /// The providers whose identities are removed.
    package var removedProviders: [Provider] = []
    /// The kinds of local credentials to remove.
    package var removedCredentials: [LocalCredential.Kind] = []

    /// All second factors that the account has after the update: others are removed. Nil leaves them unchanged.
    package var factors: [FactorInput]?

    /// Creates an update that changes nothing.
    package init() {}

    /// A part of the sign-in by email address that an update removes.
    package enum Removal: Sendable {
        /// The address. The password is kept for the next address if the back end vouches for the user.
        case email
        case password
    }

    /// An update for a new account, with its id.
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
    /// Keeps, replaces or removes the value.
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

package import Foundation
package import SesameCore

/// An operator's update of an account. What it leaves out stays.
package struct AccountOrder: Sendable {
    /// The change of a value.
    package enum Change<Value: Sendable>: Sendable {
        /// It stays.
        case keep
        /// It is this from now on.
        case set(Value)
        /// There is none from now on.
        case remove
    }

    /// The address to sign in by.
    package var email: EmailAddress?
    /// True if it counts as verified.
    package var isEmailVerified: Bool?
    /// True if the number reaches its person.
    package var isPhoneVerified: Bool?
    /// The password, which needs an address.
    package var password: Secret?
    /// The password as another system kept it, in place of ``password``.
    package var foreignPassword: ForeignHash?
    /// The sign-in method by address that is removed.
    package var removal: Removal?
    /// True if the app's back end vouches for the person where nothing else does: who has lost the last way to sign in
    /// is known by the account's id and is nobody's guest, and a password is kept for the address to come.
    package var isVouchedFor = false
    /// The number to sign in by.
    package var phone: Change<PhoneNumber> = .keep
    /// The name to show.
    package var displayName: Change<String> = .keep
    /// The address of a picture.
    package var photoURL: Change<String> = .keep
    /// True if nobody signs in to it.
    package var isDisabled: Bool?
    /// The custom claims.
    package var claims: JSONObject?
    /// The time before which no token was made that is good. All sessions end with it, and it never goes back.
    package var tokensValidAfter: Date?
    /// Identities that sign in to it from now on, as another system knew them.
    package var addedIdentities: [StatedIdentity] = []
    /// Providers whose identities are taken from it.
    package var removedProviders: [Provider] = []
    /// Logins that are taken from it.
    package var removedLogins: [Login.Kind] = []

    /// All its second factors from now on; nil leaves them as they are.
    package var factors: [StatedFactor]?

    /// An order that changes nothing.
    package init() {}

    /// A sign-in method by address that is removed.
    package enum Removal: Sendable {
        /// The address. The password stays for the next one, where the back end vouches for the person.
        case email
        case password
    }

    /// An order for an account that is to be made, with its id.
    package struct OfNew: Sendable {
        package let id: AccountID
        /// The update.
        package let order: AccountOrder

        /// Puts both together.
        package init(id: AccountID, order: AccountOrder) {
            self.id = id
            self.order = order
        }
    }

    /// Changes the details as ordered. A time that lies ahead counts as now: tokens could not be made good again before it.
    func apply(to details: inout AccountDetails, at now: Date) {
        displayName.apply(to: &details.displayName)
        photoURL.apply(to: &details.photoURL)
        if let claims { details.claims = claims }
        if let tokensValidAfter {
            let stated = min(tokensValidAfter, now)
            details.tokensValidAfter = max(stated, details.tokensValidAfter ?? stated)
        }
    }
}

extension AccountOrder.Change {
    /// Makes the change.
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

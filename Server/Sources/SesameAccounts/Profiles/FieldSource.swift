import Foundation
import SesameCore
import SesameWire

/// The source of a profile field that the server fills in.
package enum FieldSource: String, Sendable, CaseIterable {
    case uid
    case createdAt
    case lastSignInAt
    /// The time of the last change of the profile or the onboarding.
    case updatedAt
    /// True while the onboarding is not completed.
    case onboardingInProgress
    /// True when the onboarding is completed.
    case onboardingCompleted
    /// The onboarding's current step; none if it has not started or is completed.
    case onboardingStep
    /// The account's email address: the email credential's, or else the one in the provider's claims.
    case email
    /// The display name in the provider's claims, or else the given and family names.
    case displayName
    /// The given name in the provider's claims.
    case givenName
    /// The family name in the provider's claims.
    case familyName
    /// The URL of the user's picture in the provider's claims.
    case photoURL

    /// True if the source is a provider's claim; false if it is the server's own data.
    package var isClaim: Bool {
        switch self {
        case .email, .displayName, .givenName, .familyName, .photoURL: true
        case .uid, .createdAt, .lastSignInAt, .updatedAt, .onboardingInProgress, .onboardingCompleted, .onboardingStep:
            false
        }
    }

    /// Returns true if a field of the type can have the source: dates for times, `bool` for the onboarding's states,
    /// strings for all others.
    package func fits(_ type: FieldType) -> Bool {
        switch self {
        case .createdAt, .lastSignInAt, .updatedAt: type == .date
        case .onboardingInProgress, .onboardingCompleted: type == .bool
        case .uid, .onboardingStep, .email, .displayName, .givenName, .familyName, .photoURL:
            if case .string = type { true } else { false }
        }
    }

    /// Returns the source's value for an account; nil if it has none.
    func value(of view: AccountRecord) -> JSONValue? {
        let (account, claims) = (view.account, view.claims)
        switch self {
        case .uid: return .string(account.id.description)
        case .createdAt: return .string(ProfileDate.text(account.createdAt))
        case .lastSignInAt: return .string(ProfileDate.text(account.lastSignInAt))
        case .updatedAt: return .string(ProfileDate.text(account.profile.updatedAt))
        case .onboardingInProgress: return .bool(account.profile.onboarding != .completed)
        case .onboardingCompleted: return .bool(account.profile.onboarding == .completed)
        case .onboardingStep: return account.profile.onboarding.step.map { .string($0) }
        case .email, .displayName, .givenName, .familyName, .photoURL: return claim(claims).map { .string($0) }
        }
    }

    /// Returns the provider's claim; nil if it is missing or the source is not a claim.
    func claim(_ claims: IdentityClaims) -> String? {
        switch self {
        case .email: claims.email
        case .displayName: claims.nameToShow
        case .givenName: claims.givenName
        case .familyName: claims.familyName
        case .photoURL: claims.photoURL
        default: nil
        }
    }
}

extension IdentityClaims {
    /// Returns the provider's claim that prefills a field of a registration form, chosen by the field's source or else
    /// by its name; nil if there is none.
    package func prefill(_ field: ProfileFieldDefinition) -> String? {
        if let source = field.source { return source.claim(self) }
        return FieldSource.byName.first { $0.key.hasSameBytes(as: field.name) }?.value.claim(self)
    }
}

extension FieldSource {
    fileprivate static let byName: [String: FieldSource] = [
        "nom": .familyName, "familyName": .familyName, "prenom": .givenName, "givenName": .givenName,
        "displayName": .displayName,
    ]
}

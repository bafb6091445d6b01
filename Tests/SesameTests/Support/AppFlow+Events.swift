import SesameCore

@testable import Sesame

extension AppFlow {
    /// Returns a new flow after these events.
    static func after(_ events: AppEvent...) -> AppFlow {
        var flow = AppFlow()
        for event in events { _ = flow.handle(event) }
        return flow
    }

    /// Returns this flow after these further events.
    func then(_ events: AppEvent...) -> AppFlow {
        var flow = self
        for event in events { _ = flow.handle(event) }
        return flow
    }

    /// Returns the flow in which the user is signed in, and the number of the load in progress.
    static func signedIn(_ user: UserAuthInfo = .first) -> (flow: AppFlow, load: Int) {
        var flow = AppFlow()
        let load = flow.handle(.session(.signedIn(user))).load
        return (flow, load ?? 0)
    }

    /// Returns the user's flow after the profile was looked up with the given result.
    static func signedIn(_ user: UserAuthInfo = .first, _ answer: ProfileLookupResult) -> AppFlow {
        let (flow, load) = signedIn(user)
        return flow.then(.loaded(answer, load: load))
    }
}

extension [AppEffect] {
    /// The number of the requested load; nil if none is requested.
    var load: Int? {
        for case .load(_, let load) in self { return load }
        return nil
    }

    /// The activity to carry out; nil if there is none.
    var activity: AppActivity? {
        for case .run(let activity) in self { return activity }
        return nil
    }
}

extension AuthError {
    static let isMissing = AuthError.noAccount(ticket: "t-1")

    /// Returns the error of a sign-in to an account with an authenticator app and a phone.
    static func secondFactor(ticket: String = "sf-1") -> AuthError {
        var error = AuthError(.secondFactorRequired, "")
        error.secondFactor = SecondFactorChallenge(
            ticket: Secret(ticket), expiresIn: .seconds(600),
            factors: [
                SecondFactorInfo(id: "p", kind: .phone, phone: "+*********78"),
                SecondFactorInfo(id: "t", kind: .authenticator),
            ], hasRecoveryCodes: true)
        return error
    }

    static func noAccount(ticket: String) -> AuthError {
        var error = AuthError(.accountNotFound, "")
        error.registration = RegistrationOffer(
            ticket: Secret(ticket), expiresIn: .seconds(1_800),
            prefill: .init(email: "one@example.com", givenName: "Test", familyName: "User 1"))
        return error
    }
}

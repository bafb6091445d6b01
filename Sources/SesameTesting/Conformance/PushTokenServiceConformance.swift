public import Sesame
import SesameCore

/// The conformance tests of every ``Sesame/PushTokenService``: they check each sentence of its documentation.
///
/// ```swift
/// @Test(arguments: PushTokenServiceConformance.cases)
/// func `my push registrations conform to PushTokenService`(_ fact: PushTokenServiceConformance.Case) async throws {
///     let server = startEmptyServer()
///     try await fact.run(.init { number in
///         let session = try await server.signIn(number)
///         return .init(service: MyPushTokenService(session), session: session) { try await server.devices(session) }
///     })
/// }
/// ```
public enum PushTokenServiceConformance {
    /// A test of one fact about a push registration service.
    public typealias Case = ConformanceCase<Subject>

    /// A signed-in user on a separate device.
    public struct Person: Sendable {
        let service: any PushTokenService
        let session: Session
        let installations: @Sendable () async throws -> [String]

        /// Creates a signed-in user from the service and the session of one device.
        ///
        /// - Parameters:
        ///   - service: The service, authenticated as this user.
        ///   - session: The user's session.
        ///   - installations: Returns the installations that the back end has for the user, in any order.
        public init(
            service: any PushTokenService, session: Session,
            installations: @escaping @Sendable () async throws -> [String]
        ) {
            self.service = service
            self.session = session
            self.installations = installations
        }
    }

    /// A back end without registrations.
    public struct Subject: Sendable {
        let person: @Sendable (Int) async throws -> Person

        /// Creates a subject from a function that signs in its users.
        ///
        /// - Parameter person: Signs in user 1 or 2, each time on a new device.
        public init(person: @escaping @Sendable (Int) async throws -> Person) {
            self.person = person
        }
    }

    /// All cases: those about registrations, and those about removals.
    public static let cases: [Case] = registrationCases + removalCases
}

extension PushTokenServiceConformance {
    static let registrationCases: [Case] = [
        Case("a device is registered under its installation's id") { subject in
            let person = try await subject.person(1)
            try await person.register(1, "i-1")
            try await person.expect("i-1")
        },
        Case("a repeated registration adds no second one") { subject in
            let person = try await subject.person(1)
            try await person.register(1, "i-1")
            try await person.register(1, "i-1")
            try await person.expect("i-1")
        },
        Case("a new token replaces the installation's previous one") { subject in
            let (person, other) = (try await subject.person(1), try await subject.person(2))
            try await person.register(1, "i-1")
            try await person.register(2, "i-1")
            try await person.expect("i-1")
            // The previous token no longer belongs to this user, so its registration by another user removes nothing
            // here.
            try await other.register(1, "i-2")
            try await person.expect("i-1")
        },
        Case("a user can have several devices") { subject in
            let (phone, tablet) = (try await subject.person(1), try await subject.person(1))
            try await phone.register(1, "i-1")
            try await tablet.register(2, "i-2")
            try await phone.expect("i-1", "i-2")
        },
        Case("a token belongs to the user who registered it last") { subject in
            let (first, second) = (try await subject.person(1), try await subject.person(2))
            try await first.register(1, "i-1")
            try await second.register(1, "i-2")
            try await first.expect()
            try await second.expect("i-2")
        },
        Case("a device cannot be registered for another user") { subject in
            let (person, other) = (try await subject.person(1), try await subject.person(2))
            let uid = other.session.user.uid
            try await SesameTesting.expect([.cancelled, .notAuthenticated], "a registration for another user") {
                try await person.service.register(person.token(1), installation: "i-1", for: uid)
            }
            try await person.expect()
            try await other.expect()
        },
    ]

    static let removalCases: [Case] = [
        Case("a removed registration is gone, and the others stay") { subject in
            let (phone, tablet) = (try await subject.person(1), try await subject.person(1))
            try await phone.register(1, "i-1")
            try await tablet.register(2, "i-2")
            try await phone.service.remove(installation: "i-1", of: phone.session)
            try await tablet.expect("i-2")
        },
        Case("removing a missing registration is no error") { subject in
            let person = try await subject.person(1)
            try await person.service.remove(installation: "i-1", of: person.session)
            try await person.register(1, "i-1")
            try await person.service.remove(installation: "i-1", of: person.session)
            try await person.service.remove(installation: "i-1", of: person.session)
            try await person.expect()
        },
        Case("a user cannot remove another user's registration") { subject in
            let (first, second) = (try await subject.person(1), try await subject.person(2))
            try await first.register(1, "i-1")
            try await second.service.remove(installation: "i-1", of: second.session)
            try await first.expect("i-1")
        },
    ]
}

extension PushTokenServiceConformance.Person {
    func token(_ number: Int) -> PushToken {
        PushToken(.fcmToken, Secret("token-\(number)-of-a-device-of-test-users"))
    }

    func register(_ number: Int, _ installation: String) async throws(AuthError) {
        try await service.register(token(number), installation: installation, for: session.user.uid)
    }

    /// Throws unless the user's installations are exactly the given ones.
    func expect(_ expected: String...) async throws {
        try SesameTesting.expect(try await installations().sorted(), is: expected, "the user's installations")
    }
}

import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@Suite struct KnownDeviceTests {
    private let storage = MockDeviceStorage()
    private let typed = PasswordCredential(email: "a@example.com", password: Secret("three small green boats"))

    /// Returns a server that sends a new device token in each response to a POST or PUT request, `dt_1` first.
    private func server(_ status: Int = 200, body: String = SesameAuthServiceTests.signIn) -> RecordingTransport {
        let count = Locked(0)
        return RecordingTransport { request in
            guard ["POST", "PUT"].contains(request.method) else { return .init(status: 204) }
            let number = count.withLock { count in
                count += 1
                return count
            }
            return .init(status: status, headers: ["sesame-device": "dt_\(number)"], body: Array(body.utf8))
        }
    }

    private func service(_ transport: RecordingTransport) throws -> SesameAuthService {
        SesameAuthService(
            server: try #require(URL(string: "https://x.example")), transport: transport, deviceStorage: storage)
    }

    private func tokens(_ transport: RecordingTransport) -> [Secret?] {
        transport.requests.map { $0.headers["Sesame-Device"] }
    }

    @Test func `the device token of a sign-in is sent with the next one, and a newer one replaces it`()
        async throws
    {
        let transport = server()
        let service = try service(transport)
        _ = try await service.exchange(.passwordRegistration(PasswordRegistration(typed)))
        _ = try await service.exchange(.password(typed))
        let proof = SecondFactorProof(.recoveryCode(Secret("r")), ticket: Secret("sf"))
        _ = try await service.exchange(.secondFactor(proof))
        _ = try await self.service(transport).exchange(.password(typed))
        #expect(tokens(transport) == [nil, Secret("dt_1"), Secret("dt_2"), Secret("dt_3")])
    }

    @Test func `a configuration stores the device token by default`() async throws {
        let (transport, place) = (server(), StorageLocation.memory)
        let server = try #require(URL(string: "https://x.example"))
        for _ in 1...2 {
            let configuration = AuthConfiguration.production(
                server: server, app: "couple", storage: place, transport: transport)
            _ = try await configuration.service.exchange(.password(typed))
        }
        #expect(tokens(transport) == [nil, Secret("dt_1")])
        #expect(try place.device(.push).read() == nil)
    }

    @Test func `the device token survives a sign-out, but not the account's deletion`() async throws {
        let transport = server()
        let service = try service(transport)
        let session = try await service.exchange(.password(typed)).session
        try await service.revoke(Revocation(session))
        #expect(try storage.read() == Array("dt_1".utf8))
        _ = try await service.deleteAccount(session)
        _ = try await service.exchange(.password(typed))
        #expect(tokens(transport) == [nil, nil, nil, nil])
    }

    @Test func `linking or changing a password stores a new device token`() async throws {
        let transport = server(body: SesameAuthServiceTests.merged)
        let service = try service(transport)
        let session = Session.sample(1)
        _ = try await service.link(.password(typed), to: session, profile: [:], onConflict: .fail)
        _ = try await service.changePassword(of: session, from: typed.password, to: Secret("four large red kites"))
        #expect(tokens(transport) == [nil, Secret("dt_1")])
        #expect(try storage.read() == Array("dt_2".utf8))
    }

    @Test func `a password reset request sends the device token`() async throws {
        try storage.write(Array("dt_0".utf8))
        let transport = RecordingTransport { _ in .init(status: 204) }
        try await service(transport).sendPasswordReset(to: "a@example.com", language: nil)
        #expect(tokens(transport) == [Secret("dt_0")])
    }

    @Test func `an anonymous sign-in sends no device token, and a rejected sign-in stores none`() async throws {
        try storage.write(Array("dt_0".utf8))
        let transport = server(401)
        let service = try service(transport)
        await #expect(throws: AuthError.self) { _ = try await service.exchange(.anonymous) }
        await #expect(throws: AuthError.self) { _ = try await service.exchange(.password(typed)) }
        #expect(tokens(transport) == [nil, Secret("dt_0")])
        #expect(try storage.read() == Array("dt_0".utf8))
    }

    @Test func `a failing device storage does not stop a sign-in`() async throws {
        storage.fail(with: AuthError(.storageLocked, "locked"))
        let transport = server()
        _ = try await service(transport).exchange(.password(typed))
        #expect(tokens(transport) == [nil])
    }
}

import Foundation
import SesameCore
import SesameTesting
import SesameWire
import Testing

@testable import Sesame

@Suite(.serialized) struct URLSessionTransportTests {
    let transport = URLSessionTransport()

    func request(_ server: TinyServer, _ method: String = "GET") throws -> TransportRequest {
        TransportRequest(method: method, url: try #require(server.url))
    }

    @Test func `method, headers and body arrive, and the response is returned`() async throws {
        let server = try TinyServer("HTTP/1.1 201 Created\r\nContent-Length: 2\r\nRetry-After: 7\r\n\r\nok")
        var request = try request(server, "POST")
        request.headers["Sesame-App"] = Secret("castmate")
        request.headers["Content-Type"] = Secret("application/json")
        request.body = Secret(#"{"a":1}"#)
        let response = try await transport.send(request)
        #expect(response.status == 201)
        #expect(response.headers["retry-after"] == "7")
        #expect(response.body == Array("ok".utf8))
        let received = try #require(server.requests.first)
        #expect(received.hasPrefix("POST /path HTTP/1.1\r\n"))
        #expect(received.lowercased().contains("sesame-app: castmate\r\n"))
        #expect(received.hasSuffix(#"{"a":1}"#))
    }

    @Test func `a redirect is not followed`() async throws {
        let target = try TinyServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno")
        let server = try TinyServer(
            "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:\(target.port)/\r\nContent-Length: 0\r\n\r\n"
        )
        var request = try request(server)
        request.headers["Authorization"] = Secret("Bearer secret")
        #expect(try await transport.send(request).status == 307)
        #expect(target.requests.isEmpty)
    }

    @Test func `a hundred redirects in a row each return their response`() async throws {
        let server = try TinyServer("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n")
        for _ in 0..<100 { #expect(try await transport.send(try request(server)).status == 302) }
    }

    #if canImport(FoundationNetworking)
        @Test func `each request asks the server to close the connection`() async throws {
            let server = try TinyServer("HTTP/1.1 204 No Content\r\n\r\n")
            _ = try await transport.send(try request(server))
            #expect(server.requests.first?.lowercased().contains("\r\nconnection: close\r\n") == true)
        }
    #endif

    @Test func `cookies are neither stored nor sent`() async throws {
        let server = try TinyServer(
            "HTTP/1.1 204 No Content\r\nSet-Cookie: session=1; Path=/\r\nConnection: close\r\n\r\n")
        for _ in 0..<2 { _ = try await transport.send(try request(server)) }
        #expect(server.requests.count == 2)
        #expect(!server.requests.joined().lowercased().contains("cookie"))
    }

    @Test func `a slow response ends with the time limit`() async throws {
        let clock = ManualClock()
        let server = try TinyServer("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", then: .trickle)
        let transport = URLSessionTransport(clock: clock.clock)
        let request = try request(server)
        let answer = Task { try await transport.send(request) }
        #expect(await eventually { server.requests.count == 1 && clock.sleeperCount == 1 })
        clock.advance(by: request.timeout)
        await expectError(.offline) { _ = try await answer.value }
    }

    @Test(arguments: ["Content-Length: 100000000\r\n\r\n", "\r\n"])
    func `an oversized response throws`(head: String) async throws {
        let server = try TinyServer("HTTP/1.1 200 OK\r\n\(head)", then: .flood)
        var request = try request(server)
        request.maxResponseBytes = 100_000
        await expectError(.providerUnavailable) { _ = try await transport.send(request) }
    }

    @Test func `a closed port throws offline`() async throws {
        let (descriptor, port) = try LoopbackSocket.listen()
        close(descriptor)
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
        await expectError(.offline) { _ = try await transport.send(TransportRequest(method: "GET", url: url)) }
    }

    @Test func `a cancelled request fails only with cancelled`() async throws {
        let server = try TinyServer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", then: .trickle)
        let request = try request(server)
        var patient = request
        patient.timeout = .seconds(600)
        patient.maxResponseBytes = .max
        let answer = Task { [patient] in try await transport.send(patient) }
        #expect(await eventually { server.requests.count == 1 })
        answer.cancel()
        let result = await answer.result
        // The five bytes may arrive before the cancellation.
        if case .failure(let error) = result { #expect((error as? AuthError)?.code == .cancelled) }
    }

    @Test(arguments: ["http://auth.example.com/", "http://127.0.0.1.example.com/", "ftp://127.0.0.1/", "file:///etc"])
    func `plain http to other hosts and any other scheme are rejected`(address: String) async throws {
        let url = try #require(URL(string: address))
        await expectError(.invalidRequest) { _ = try await transport.send(TransportRequest(method: "GET", url: url)) }
    }
}

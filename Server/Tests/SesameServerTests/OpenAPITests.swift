import Foundation
import Logging
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire
import Testing

@testable import SesameOperations
@testable import SesameServer
@testable import SesameWebSurface

struct OpenAPITests {
    private let document = APIDocument()

    private var operations: [APIOperation] { document.tags.flatMap(\.operations) }

    /// Returns the routes of a server with one app, except those of the Firebase and Appwrite surfaces.
    private func routes() async throws -> [Route] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let keyFile = folder.appendingPathComponent("key").path
        try MasterKey.generate(at: keyFile)
        let configuration = try ServerConfiguration(
            parsing: Array(
                """
                {"publicURL": "http://127.0.0.1", "listen": "127.0.0.1:0", "dataDir": "\(folder.path)/data",
                 "keyFile": "\(keyFile)", "apps": {"couple": {"providers": {"anonymous": true}}}}
                """.utf8))
        let application = try await SesameApplication(
            configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        await application.shutdown()
        return application.routers.flatMap { $0.routes(of: .own) }
    }

    @Test func `the document has every route of the server and no other`() async throws {
        let served = Set(try await routes().map { "\($0.method) \($0.pattern)" })
        let documented = operations.map { "\($0.method) \($0.path)" }
        #expect(Set(documented).subtracting(served).isEmpty)
        #expect(served.subtracting(documented).isEmpty)
        #expect(Set(documented).count == documented.count)
    }

    @Test func `every operation has a group, a unique id and a summary`() {
        let paths = document.root["paths"]?.object?.members ?? []
        let all = paths.flatMap { $0.value.object?.members ?? [] }.filter { $0.value["operationId"] != nil }
        #expect(operations.count == all.count && operations.count > 30)
        #expect(Set(operations.map(\.id)).count == operations.count)
        for operation in operations { #expect(!operation.summary.isEmpty, "\(operation.id)") }
    }

    @Test func `the document lists exactly the server's error codes`() throws {
        let error = document.resolved(["$ref": "#/components/schemas/Error"])["properties"]?["error"]
        let codes = try #require(error?["properties"]?["code"]?["enum"]?.array).compactMap(\.string)
        #expect(Set(codes) == Set(AuthError.Code.statuses.keys.map(\.rawValue)))
        #expect(Set(codes).count == codes.count)
    }

    @Test func `every error code is documented under its own status`() {
        var seen: Set<String> = []
        for operation in operations {
            for answer in operation.responses {
                let media = document.resolved(answer.value)["content"]?["application/json"]
                let schema = media?["schema"]?.object ?? [:]
                guard schema["allOf"]?.array?.first?["$ref"] == "#/components/schemas/Error" else { continue }
                for code in APISchemaText().codes(schema) {
                    let status = AuthError.Code(rawValue: code).httpStatus
                    let isOther = code == "invalid_request" && ["413", "415"].contains(answer.name)
                    #expect(answer.name == String(status) || isOther, "\(operation.id): \(code)")
                    seen.insert(code)
                }
            }
        }
        #expect(Set(AuthError.Code.statuses.keys.map(\.rawValue)).subtracting(seen).isEmpty)
    }

    @Test func `operations that need a token document WWW-Authenticate for 401`() {
        for operation in operations where !operation.security.isEmpty {
            let refusal = document.resolved(operation.object["responses"]?["401"])
            #expect(refusal["headers"]?["WWW-Authenticate"] != nil, "\(operation.id)")
        }
    }

    @Test func `events can be filtered by exactly the kinds that exist`() throws {
        let operation = try #require(operations.first { $0.id == "listEvents" })
        let kind = try #require(operation.parameters.first { $0["name"]?.string == "kind" })
        let kinds = try #require(kind["schema"]?["items"]?["enum"]?.array)
        #expect(kinds.compactMap(\.string) == SecurityEvent.Kind.allCases.map(\.rawValue).sorted())
    }

    @Test func `429 and 503 responses document Retry-After`() {
        for operation in operations {
            for answer in operation.responses where ["429", "503"].contains(answer.name) {
                #expect(document.resolved(answer.value)["headers"]?["Retry-After"] != nil, "\(operation.id)")
            }
        }
    }

    @Test func `every operation documents 400, and all but GET document 413 and 415`() async throws {
        for route in try await routes() {
            let operation = try #require(
                operations.first { "\($0.method) \($0.path)" == "\(route.method) \(route.pattern)" })
            let names = operation.responses.map(\.name)
            #expect(names.contains("400"), "\(operation.id)")
            for status in ["413", "415"] {
                #expect(names.contains(status) == (route.method != .GET), "\(operation.id): \(status)")
            }
        }
    }

    @Test func `exactly the rate-limited operations document 429`() async throws {
        for route in try await routes() {
            let operation = try #require(
                operations.first { "\($0.method) \($0.path)" == "\(route.method) \(route.pattern)" })
            let names = operation.responses.map(\.name)
            #expect(names.contains("429") == (route.policy.rateLimitClass != .uncounted), "\(operation.id)")
        }
    }
}

import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire
import Testing

@testable import SesameNativeSurface
@testable import SesameSurface
@testable import SesameWebSurface

/// Tests that native routes accept exactly the members that the OpenAPI document lists.
struct RequestBodyTests {
    private static let bodies: [any RequestBody.Type] = [
        AppleSignInRequest.self,
        CodePasswordRequest.self,
        CodeRequest.self,
        CodeRedemptionRequest.self, CodeSignInRequest.self,
        ProfileCompletionRequest.self,
        ReauthenticateRequest.self,
        DeviceRequest.self,
        LinkRequest.self, LinkCodeRequest.self,
        MergeRequest.self,
        PasswordChangeRequest.self,
        PasswordReauthenticateRequest.self,
        PasswordSignInRequest.self,
        PasswordSignUpRequest.self,
        ProfileRequest.self,
        RefreshRequest.self,
        SecondFactorBeginRequest.self,
        SecondFactorConfirmRequest.self,
        SecondFactorRequest.self,
        SignInRequest.self,
        SignUpRequest.self,
    ]

    private func schema(_ name: String) throws -> JSONValue {
        try #require(APIDocument().schemas.first { $0.name == name }?.value)
    }

    private func names(_ schema: JSONValue) -> Set<String> {
        Set(schema["properties"]?.object?.members.map(\.name) ?? [])
    }

    private func request(_ body: String) throws -> HTTPRequest {
        try HTTPRequest(
            method: .POST, target: "/", headers: HTTPHeaders([("Content-Type", "application/json")]),
            body: Array(body.utf8))
    }

    @Test func `request bodies have exactly the members that the document lists`() throws {
        for type in Self.bodies {
            let schema = try schema("\(type)")
            #expect(Set(type.members) == names(schema), "\(type)")
            #expect(schema["additionalProperties"]?.bool == false, "\(type)")
            for (member, inner) in type.nested {
                let nested = try #require(schema["properties"]?[member])
                #expect(Set(inner) == names(nested) && nested["additionalProperties"]?.bool == false, "\(member)")
            }
        }
        let document = try JSONValue(parsing: EmbeddedDocument.openAPI, limits: JSONLimits(bytes: 1 << 20, depth: 32))
        var documented: Set<String> = []
        for path in document["paths"]?.object?.members ?? [] where path.name.hasPrefix("/v1/") {
            for operation in path.value.object?.members ?? [] {
                let schema = operation.value["requestBody"]?["content"]?["application/json"]?["schema"]
                guard let name = schema?["$ref"]?.string?.split(separator: "/").last else { continue }
                documented.insert(String(name))
            }
        }
        #expect(documented == Set(Self.bodies.map { "\($0)" }))
    }

    @Test(arguments: [
        (#"{"profile": {"name": "Test User 1"}}"#, "profile"), (#"{"fields": {}, "Mask": null}"#, "Mask"),
        (#"{"onboarding": {"step": "goals", "vai": []}}"#, "onboarding.vai"),
    ])
    func `a misspelt member is rejected by name`(body: String, field: String) throws {
        let refusal = #expect(throws: AccountError.self) { try request(body).body(ProfileRequest.self) }
        #expect(refusal?.code == .invalidRequest && refusal?.field == field)
    }

    @Test(arguments: [#"{"a b": 1}"#, #"{"<b>": 1}"#, #"{"test.user.1@example.com": 1}"#, #"{"": 1}"#])
    func `an invalid member name is rejected and not sent back`(body: String) throws {
        let refusal = #expect(throws: AccountError.self) { try request(body).body(RefreshRequest.self) }
        #expect(refusal?.code == .invalidRequest && refusal?.field == nil)
    }

    @Test func `a body without members must be empty or an empty object`() throws {
        try request("").requireObjectOrNothing()
        try request("{}").requireObjectOrNothing()
        let refusal = #expect(throws: AccountError.self) { try request(#"{"app": "couple"}"#).requireObjectOrNothing() }
        #expect(refusal?.field == "app")
    }

    @Test func `a contract request may have additional members`() throws {
        let body = try request(#"{"idToken": "a", "deviceModel": "b"}"#).body(ofContract: IDTokenExchangeRequest.self)
        #expect(body.role == nil)
    }
}

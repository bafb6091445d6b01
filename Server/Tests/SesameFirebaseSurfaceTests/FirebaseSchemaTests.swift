import SesameCore
import Testing

@testable import SesameAccounts
@testable import SesameFirebaseSurface

struct FirebaseSchemaTests {
    private let schema = FirebaseSchema([
        "idToken": .string, "returnSecureToken": .bool, "validSince": .integer, "localId": .list(.string),
        "requestType": .choice(["NONE", "PASSWORD_RESET", "VERIFY_EMAIL"]), "claims": .anyObject,
        "info": .object(FirebaseSchema(["rawId": .string])),
        "infos": .list(.object(FirebaseSchema(["rawId": .string]))),
    ])

    @Test func `snake case and camel case names are the same`() throws {
        let body = try schema.normalized(["id_token": "t", "return_secure_token": true, "localId": ["a"]])
        #expect(body == ["idToken": "t", "returnSecureToken": true, "localId": ["a"]])
    }

    @Test(
        arguments: [
            (["idToken": 12], ["idToken": "12"]), (["validSince": "7"], ["validSince": 7]),
            (["validSince": .number(JSONNumber(7.0) ?? JSONNumber(0))], ["validSince": 7]),
            (["requestType": 1], ["requestType": "PASSWORD_RESET"]),
            (["requestType": "VERIFY_EMAIL"], ["requestType": "VERIFY_EMAIL"]),
            (["localId": "a"], ["localId": ["a"]]), (["idToken": nil], [:]),
            (["info": ["raw_id": 1]], ["info": ["rawId": "1"]]),
            (["infos": [["rawId": "1"]]], ["infos": [["rawId": "1"]]]),
            (["claims": ["any_name": [1]]], ["claims": ["any_name": [1]]]),
        ] as [(JSONObject, JSONObject)])
    func `values sent in different forms are normalized to one form`(sent: JSONObject, read: JSONObject) throws {
        #expect(try schema.normalized(sent) == read)
    }

    @Test(
        arguments: [
            (["other": 1], "Unknown name \"other\": Cannot find field."),
            (["info": ["other": 1]], "Unknown name \"other\" at 'info': Cannot find field."),
            (["infos": [["x\"y": 1]]], "Unknown name \"xy\" at 'infos[0]': Cannot find field."),
            (["idToken": true], "Invalid value at 'idToken'."), (["idToken": []], "Invalid value at 'idToken'."),
            (["returnSecureToken": "true"], "Invalid value at 'returnSecureToken'."),
            (["validSince": "soon"], "Invalid value at 'validSince'."),
            (["validSince": .number(JSONNumber(7.5) ?? JSONNumber(0))], "Invalid value at 'validSince'."),
            (["requestType": 3], "Invalid value at 'requestType'."),
            (["requestType": "OTHER"], "Invalid value at 'requestType'."),
            (["localId": [[]]], "Invalid value at 'localId[0]'."), (["claims": []], "Invalid value at 'claims'."),
            (["idToken": "a", "id_token": "b"], "Duplicate field \"idToken\"."),
        ] as [(JSONObject, String)])
    func `an unknown name or invalid value is rejected by name`(sent: JSONObject, message: String) {
        let refusal = #expect(throws: AccountError.self) { try schema.normalized(sent) }
        let error = refusal.map { FirebaseError($0) }
        #expect(error?.message == "Invalid JSON payload received. " + message)
        #expect(error?.name == "INVALID_ARGUMENT")
    }
}

import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameWire
import Testing

@testable import SesameFirebaseSurface

/// Tests of callable functions, and of the push tokens in documents.
struct FunctionsTests {
    private static let token = "cTest000001:APA91bTestRegistrationToken"

    private func call(
        _ guest: FirestoreGuest, _ data: JSONValue, path: String = "/couple/us-central1/store_fcm_token",
        token: String? = nil
    ) async throws -> FirestoreAnswer {
        try await guest.rig.send(.POST, path, ["data": data], token: token ?? guest.token)
    }

    @Test(arguments: [
        "/couple/us-central1/store_fcm_token", "/couple/europe-west1/store_fcm_token",
        "/us-central1-couple.cloudfunctions.net/store_fcm_token",
    ])
    func `the function registers the user's device`(path: String) async throws {
        let guest = try await FirestoreRig().guest()
        let answer = try await call(guest, ["userId": .string(guest.uid), "fcmToken": .string(Self.token)], path: path)
        #expect(answer.status == 200 && answer.json == ["result": ["success": true]])
        let devices = try await guest.devices()
        #expect(devices.map(\.kind) == [.fcmToken] && devices.count == 1)
        #expect(try await guest.fields()["fcmToken"] == ["stringValue": .string(Self.token)])
    }

    @Test func `the document field and the function register one device with the newest push token`() async throws {
        let guest = try await FirestoreRig().guest()
        let written = try await guest.commit(
            guest.write(
                ["fcmToken": ["stringValue": .string(Self.token)]],
                transforms: [["fieldPath": "fcmTokenLastUpdated", "setToServerValue": "REQUEST_TIME"]]))
        let time: JSONValue = ["timestampValue": "2027-01-15T08:00:00Z"]
        #expect(written.json["writeResults"]?.array?.first?["transformResults"] == [time])
        let before = try await guest.document()
        #expect(before["fields"]?["fcmTokenLastUpdated"] == time)
        // The call did not change the profile itself.
        #expect(before["updateTime"] == "2027-01-15T08:00:00.000000001Z")
        guest.rig.advance(by: 60)
        #expect(try await call(guest, ["fcmToken": .string(Self.token + "2")]).status == 200)
        let fields = try await guest.fields()
        #expect(fields["fcmToken"] == ["stringValue": .string(Self.token + "2")])
        #expect(fields["fcmTokenLastUpdated"] == ["timestampValue": "2027-01-15T08:01:00Z"])
        #expect(try await guest.devices().count == 1)
    }

    @Test func `removing the field removes the push token, replacing the whole document does not`() async throws {
        let guest = try await FirestoreRig().guest()
        #expect(try await call(guest, ["fcmToken": .string(Self.token)]).status == 200)
        _ = try await guest.commit(guest.write(["name": ["stringValue": "A"]], whole: true))
        #expect(try await guest.devices().count == 1)
        #expect(try await guest.commit(guest.write([:], mask: ["fcmToken", "fcmTokenLastUpdated"])).status == 200)
        #expect(try await guest.devices().isEmpty)
        #expect(try await guest.fields()["fcmToken"] == nil)
    }

    @Test func `a push token is shown only to the session that registered it`() async throws {
        let rig = try await FirestoreRig()
        let (guest, other) = (try await rig.guest(), try await rig.guest())
        #expect(try await call(guest, ["fcmToken": .string(Self.token)]).status == 200)
        #expect(try await other.fields()["fcmToken"] == nil)
        // The device belongs to the other user now.
        #expect(try await call(other, ["fcmToken": .string(Self.token)]).status == 200)
        #expect(try await guest.fields()["fcmToken"] == nil)
        #expect(try await guest.devices().isEmpty)
    }

    @Test func `a rejected write registers no device`() async throws {
        let guest = try await FirestoreRig().guest()
        let token: JSONValue = ["stringValue": .string(Self.token)]
        let answer = try await guest.commit(
            guest.write(["fcmToken": token]), guest.write(["isSubscribed": ["booleanValue": true]]))
        #expect(answer.error == "PERMISSION_DENIED")
        #expect(try await guest.devices().isEmpty)
        for value in [["stringValue": ""], ["stringValue": "a b"], ["integerValue": "1"]] as [JSONValue] {
            #expect(try await guest.commit(guest.write(["fcmToken": value])).error == "INVALID_ARGUMENT")
        }
        let nested = guest.write(["fcmToken": ["mapValue": [:]]], mask: ["fcmToken.a"])
        #expect(try await guest.commit(nested).error == "INVALID_ARGUMENT")
        let time = guest.write([:], transforms: [["fieldPath": "fcmToken", "setToServerValue": "REQUEST_TIME"]])
        #expect(try await guest.commit(time).error == "INVALID_ARGUMENT")
    }

    @Test func `another user's id is rejected and registers no device`() async throws {
        let rig = try await FirestoreRig()
        let (guest, other) = (try await rig.guest(), try await rig.guest())
        for id in [JSONValue.string(other.uid), "", 1] {
            let answer = try await call(guest, ["userId": id, "fcmToken": .string(Self.token)])
            #expect(answer.status == 403 && answer.json["error"]?["status"] == "PERMISSION_DENIED")
            #expect(answer.json["error"]?["code"] == nil)
        }
        for person in [guest, other] { #expect(try await person.devices().isEmpty) }
    }

    @Test func `a request with a missing or invalid token is rejected`() async throws {
        let rig = try await FirestoreRig()
        let guest = try await rig.guest()
        let body: JSONValue = ["data": ["fcmToken": .string(Self.token)]]
        for token in [nil, guest.token + "x"] {
            let answer = try await rig.send(.POST, "/couple/us-central1/store_fcm_token", body, token: token)
            #expect(answer.status == 401 && answer.error == "UNAUTHENTICATED")
        }
    }

    @Test(
        arguments: [
            ([:], 400), (["data": [:]], 400), (["data": nil], 400), (["data": ["fcmToken": 1]], 400),
            (["data": ["fcmToken": "a b"]], 400),
            (["data": ["fcmToken": "abc"], "more": 1], 400), ([], 400),
        ] as [(JSONValue, Int)])
    func `an invalid request body is rejected`(body: JSONValue, status: Int) async throws {
        let guest = try await FirestoreRig().guest()
        let answer = try await guest.rig.send(
            .POST, "/couple/us-central1/store_fcm_token", body, token: guest.token)
        #expect(answer.status == status && answer.error == "INVALID_ARGUMENT")
    }

    @Test func `an unknown function returns 404 in the functions' error format`() async throws {
        let guest = try await FirestoreRig().guest()
        let answer = try await call(guest, [:], path: "/couple/us-central1/other")
        #expect(
            answer.status == 404
                && answer.json == ["error": ["message": "the function does not exist", "status": "NOT_FOUND"]])
        #expect(try await guest.rig.send(.GET, "/couple/us-central1/other").error == "NOT_FOUND")
        let plain = try await guest.rig.send(
            .POST, "/couple/us-central1/store_fcm_token", ["data": [:]], token: guest.token, type: "text/plain")
        #expect(plain.status == 415)
    }

    @Test func `each status name has the HTTP status that clients know`() {
        let statuses = [
            400: ["FAILED_PRECONDITION", "INVALID_ARGUMENT", "OUT_OF_RANGE"], 401: ["UNAUTHENTICATED"],
            403: ["PERMISSION_DENIED"], 404: ["NOT_FOUND"], 409: ["ABORTED", "ALREADY_EXISTS"],
            429: ["RESOURCE_EXHAUSTED"], 499: ["CANCELLED"], 500: ["DATA_LOSS", "INTERNAL", "UNKNOWN"],
            501: ["UNIMPLEMENTED"], 503: ["UNAVAILABLE"], 504: ["DEADLINE_EXCEEDED"],
        ]
        let known = Dictionary(grouping: RPCStatus.allCases, by: \.http).mapValues { $0.map(\.rawValue).sorted() }
        #expect(known == statuses)
    }

    @Test(arguments: AuthError.Code.statuses.map { ($0.key, $0.value) })
    func `a client error never becomes a server error`(code: AuthError.Code, status: Int) {
        let translated = RPCStatus(code).http
        #expect((translated >= 500) == (status >= 500))
        #expect(status >= 500 || status == 412 || status == 409 || translated == status)
    }
}

import NIOHTTP1
import SesameAccounts
import SesameCore
import Testing

/// Tests of `users/{uid}` in Firestore's API, and of the profile behind it.
struct FirestoreTests {
    private static func string(_ text: String) -> JSONValue { ["stringValue": .string(text)] }
    private static func integer(_ text: String) -> JSONValue { ["integerValue": .string(text)] }

    // The document

    @Test func `a new account has a document with the fields that the server knows`() async throws {
        let guest = try await FirestoreRig().guest()
        let document = try await guest.document()
        #expect(document["name"] == .string(guest.name))
        #expect(document["createTime"] == "2027-01-15T08:00:00Z")
        #expect(document["updateTime"] == "2027-01-15T08:00:00.000000001Z")
        #expect(
            document["fields"] == [
                "id": Self.string(guest.uid), "goals": ["arrayValue": [:]], "isSubscribed": ["booleanValue": false],
                "createdAt": ["timestampValue": "2027-01-15T08:00:00Z"],
                "updatedAt": ["timestampValue": "2027-01-15T08:00:00Z"],
                "onboardingInProgress": ["booleanValue": true],
            ])
    }

    @Test func `fields written through one API are read through the other`() async throws {
        let rig = try await FirestoreRig()
        let guest = try await rig.guest()
        let fields: JSONObject = [
            "name": Self.string("Test User 1"), "age": Self.integer("30"), "height": ["doubleValue": 1.75],
            "birthDate": ["timestampValue": "1990-05-17T00:00:00Z"],
            "goals": ["arrayValue": ["values": [Self.string("a"), Self.string("b")]]],
            "place": ["mapValue": ["fields": ["city": Self.string("Paris"), "latitude": ["doubleValue": 48.85]]]],
        ]
        let answer = try await guest.commit(guest.write(fields))
        #expect(answer.status == 200, "\(answer.message)")
        let shown = try await guest.fields()
        for field in fields.members { #expect(shown[field.name] == field.value) }
        let app = rig.app
        let caller = try await rig.accounts.sessions.authenticate(
            Secret(guest.token), app: app, apps: AppDirectory([app]))
        let kept = try await rig.accounts.sessions.account(of: caller).account.profile.fields
        #expect(
            kept == [
                "isSubscribed": false, "name": "Test User 1", "age": 30,
                "height": .number(try #require(JSONNumber(1.75))),
                "birthDate": "1990-05-17T00:00:00Z", "goals": ["a", "b"],
                "place": ["city": "Paris", "latitude": .number(try #require(JSONNumber(48.85)))],
            ])
        // The native API writes a date as such, and a Firestore client returns it as shown.
        _ = try await rig.accounts.account.changeProfile(
            of: caller, by: ProfilePatch(fields: ["birthDate": "1990-05-18"]), context: RequestContext(requestID: "t"))
        let day: JSONValue = ["timestampValue": "1990-05-18T00:00:00Z"]
        #expect(try await guest.fields()["birthDate"] == day)
        _ = try await guest.commit(guest.write(["birthDate": day, "age": Self.integer("31")]))
        #expect(try await rig.accounts.sessions.account(of: caller).account.profile.fields["birthDate"] == "1990-05-18")
    }

    @Test func `a write without a mask replaces the document except for the server's fields`() async throws {
        let guest = try await FirestoreRig().guest()
        _ = try await guest.commit(guest.write(["name": Self.string("A"), "age": Self.integer("1")]))
        let answer = try await guest.commit(guest.write(["age": Self.integer("2")], whole: true))
        #expect(answer.status == 200, "\(answer.message)")
        let fields = try await guest.fields()
        #expect(fields["name"] == nil && fields["goals"] == nil && fields["age"] == Self.integer("2"))
        #expect(fields["id"] == Self.string(guest.uid) && fields["isSubscribed"] == ["booleanValue": false])
    }

    @Test func `null values and mask paths without a value remove their fields`() async throws {
        let guest = try await FirestoreRig().guest()
        let place: JSONValue = ["mapValue": ["fields": ["city": Self.string("Paris"), "latitude": Self.integer("1")]]]
        _ = try await guest.commit(
            guest.write(["name": Self.string("A"), "age": Self.integer("1"), "place": place]))
        let answer = try await guest.commit(
            guest.write(["name": ["nullValue": nil]], mask: ["name", "age", "place.city"]))
        #expect(answer.status == 200, "\(answer.message)")
        let fields = try await guest.fields()
        #expect(fields["name"] == nil && fields["age"] == nil)
        #expect(fields["place"] == ["mapValue": ["fields": ["latitude": Self.integer("1")]]])
    }

    // Permissions

    @Test func `only its user can read or change a document`() async throws {
        let rig = try await FirestoreRig()
        let (guest, other) = (try await rig.guest(), try await rig.guest())
        let write = other.write(["name": Self.string("Z")], to: guest.name)
        let answers = [
            try await other.send(.GET, guest.name), try await rig.send(.GET, "/v1/\(guest.name)"),
            try await other.send(.GET, guest.root + "/users/nobody"), try await other.send(.GET, guest.root + "/users"),
            try await other.send(.GET, guest.root + "/posts/1"), try await other.send(.GET, other.name + "/private/1"),
            try await other.call("batchGet", ["documents": [.string(other.name), .string(guest.name)]]),
            try await other.commit(write), try await other.commit(other.write(["name": Self.string("A")]), write),
            try await other.commit(["verify": .string(guest.name)]),
            try await other.commit(["delete": .string(guest.name)]),
            try await rig.send(.POST, "/v1/\(guest.root):commit", ["writes": [write]]),
            try await rig.send(.POST, "/v1/\(guest.root):commit", ["writes": []]),
            try await rig.send(.POST, "/v1/\(guest.root):beginTransaction", [:]),
            try await other.send(.PATCH, guest.name, ["fields": ["name": Self.string("Z")]]),
            try await other.send(.DELETE, guest.name),
            try await other.send(.POST, guest.root + "/users?documentId=new", ["fields": [:]]),
            try await other.call("runQuery", ["structuredQuery": ["from": [["collectionId": "posts"]]]]),
            try await rig.send(
                .POST, "/v1/\(guest.root):runQuery", ["structuredQuery": ["from": [["collectionId": "users"]]]]),
        ]
        for (index, answer) in answers.enumerated() {
            #expect(answer.status == 403 && answer.error == "PERMISSION_DENIED", "\(index)")
        }
        for person in [guest, other] { #expect(try await person.fields()["name"] == nil) }
    }

    @Test func `an invalid token is rejected with 401, not treated as missing`() async throws {
        let rig = try await FirestoreRig()
        let guest = try await rig.guest()
        let answer = try await rig.send(.GET, "/v1/\(guest.name)", token: guest.token + "x")
        #expect(answer.status == 401 && answer.error == "UNAUTHENTICATED")
        #expect(answer.headers["WWW-Authenticate"] == ["Bearer"])
    }

    @Test func `a token is valid only in its own project, which has one database`() async throws {
        let rig = try await FirestoreRig()
        let guest = try await rig.guest()
        func status(_ path: String) async throws -> Int {
            try await rig.send(.GET, "/v1/\(path)/users/\(guest.uid)", token: guest.token).status
        }
        #expect(try await status("projects/strict/databases/(default)/documents") == 401)
        #expect(try await status("projects/unknown/databases/(default)/documents") == 403)
        #expect(try await status("projects/couple/databases/other/documents") == 404)
        #expect(try await status("projects/couple/databases/%28default%29/documents") == 200)
        let elsewhere = guest.write([:], to: "projects/strict/databases/(default)/documents/users/\(guest.uid)")
        #expect(try await guest.commit(elsewhere).error == "INVALID_ARGUMENT")
    }

    @Test func `a server-owned field may be sent back as it was but not changed`() async throws {
        let guest = try await FirestoreRig().guest()
        let shown = try await guest.fields()
        let same: JSONObject = [
            "isSubscribed": shown["isSubscribed"] ?? nil, "id": shown["id"] ?? nil, "email": Self.string(""),
            "createdAt": shown["createdAt"] ?? nil, "onboardingInProgress": ["booleanValue": true],
        ]
        #expect(try await guest.commit(guest.write(same)).status == 200)
        for (name, value) in [
            ("isSubscribed", ["booleanValue": true]), ("id", Self.string("other")),
            ("email", Self.string("a@example.com")),
            ("createdAt", ["timestampValue": "2020-01-01T00:00:00Z"]), ("isSubscribed", ["nullValue": nil]),
        ] as [(String, JSONValue)] {
            let answer = try await guest.commit(guest.write([name: value, "name": Self.string("Z")]))
            #expect(answer.status == 403 && answer.error == "PERMISSION_DENIED", "\(name)")
        }
        #expect(try await guest.fields() == shown)
    }

    @Test func `an app's provider rule rejects a guest's document write`() async throws {
        let guest = try await FirestoreRig().guest("strict")
        let answer = try await guest.commit(guest.write(["name": Self.string("A")]))
        #expect(answer.status == 403 && answer.error == "PERMISSION_DENIED")
        #expect(try await guest.commit(["verify": .string(guest.name)]).status == 200)
    }

    @Test func `a user's document can be neither deleted nor created`() async throws {
        let guest = try await FirestoreRig().guest()
        for answer in [
            try await guest.send(.DELETE, guest.name), try await guest.commit(["delete": .string(guest.name)]),
        ] { #expect(answer.error == "PERMISSION_DENIED") }
        let made = guest.write(["name": Self.string("A")], condition: ["exists": false])
        for answer in [
            try await guest.commit(made),
            try await guest.send(.POST, guest.root + "/users?documentId=\(guest.uid)", ["fields": [:]]),
        ] { #expect(answer.status == 409 && answer.error == "ALREADY_EXISTS") }
        #expect(try await guest.fields()["name"] == nil)
    }

    // Field values

    @Test(
        arguments: [
            ("nickname", string("A")), ("name", integer("1")), ("name", ["timestampValue": "2026-01-01T00:00:00Z"]),
            ("age", ["doubleValue": 1.5]), ("age", string("1")), ("height", ["doubleValue": "NaN"]),
            ("birthDate", string("tomorrow")), ("goals", ["arrayValue": ["values": [["integerValue": "1"]]]]),
            ("place", ["mapValue": ["fields": ["country": ["stringValue": "FR"]]]]),
            ("place", ["geoPointValue": ["latitude": 1, "longitude": 1]]), ("name", ["bytesValue": "AA=="]),
        ] as [(String, JSONValue)])
    func `an invalid field value is rejected with a field violation`(name: String, value: JSONValue) async throws {
        let guest = try await FirestoreRig().guest()
        let answer = try await guest.commit(guest.write([name: value]), guest.write(["goals": ["arrayValue": [:]]]))
        #expect(answer.status == 400 && answer.error == "INVALID_ARGUMENT")
        let violation = answer.json["error"]?["details"]?.array?.first?["fieldViolations"]?.array?.first
        #expect(violation?["field"]?.string?.hasPrefix("fields") == true)
    }

    @Test func `a commit is applied as a whole or not at all`() async throws {
        let guest = try await FirestoreRig().guest()
        let answer = try await guest.commit(
            guest.write(["name": Self.string("A")]), guest.write(["age": Self.string("old")]))
        #expect(answer.error == "INVALID_ARGUMENT")
        #expect(try await guest.fields()["name"] == nil)
        let both = try await guest.commit(
            guest.write(["age": Self.integer("1")]),
            guest.write([:], transforms: [["fieldPath": "age", "increment": Self.integer("2")]]))
        #expect(both.json["writeResults"]?.array?.count == 2)
        #expect(both.json["writeResults"]?.array?.last?["transformResults"] == [Self.integer("3")])
        #expect(try await guest.fields()["age"] == Self.integer("3"))
    }

    // The onboarding

    @Test func `onboarding advances and ends by its fields, and not without the required ones`() async throws {
        let guest = try await FirestoreRig().guest()
        let done: JSONObject = ["onboardingInProgress": ["booleanValue": false]]
        _ = try await guest.commit(guest.write(["age": Self.integer("1")]))
        #expect(try await guest.fields()["onboardingStep"] == Self.string("aboutYou"))
        let early = try await guest.commit(guest.write(done))
        #expect(early.status == 400 && early.error == "FAILED_PRECONDITION" && early.message.hasSuffix(": name"))
        #expect(try await guest.commit(guest.write(["onboardingStep": Self.string("goals")])).status == 200)
        #expect(try await guest.fields()["onboardingStep"] == Self.string("goals"))
        #expect(try await guest.commit(guest.write(["onboardingStep": Self.string("other")])).status == 400)
        let last = try await guest.commit(guest.write(done.merged(["name": Self.string("A")])))
        #expect(last.status == 200, "\(last.message)")
        #expect(try await guest.fields()["onboardingInProgress"] == ["booleanValue": false])
        for refused in [
            ["onboardingInProgress": ["booleanValue": true]], ["name": ["nullValue": nil]],
        ] as [JSONObject] {
            #expect(try await guest.commit(guest.write(refused)).error == "FAILED_PRECONDITION")
        }
    }

    // Conditions and transforms

    @Test func `a write for an outdated update time is rejected`() async throws {
        let guest = try await FirestoreRig().guest()
        let known: JSONValue = ["updateTime": try #require(try await guest.document()["updateTime"])]
        let first = guest.write(["name": Self.string("A")], condition: known)
        #expect(try await guest.commit(first).status == 200)
        // The clock has not moved in between.
        let second = try await guest.commit(guest.write(["name": Self.string("B")], condition: known))
        #expect(second.status == 400 && second.error == "FAILED_PRECONDITION")
        #expect(try await guest.fields()["name"] == Self.string("A"))
        let now = try #require(try await guest.document()["updateTime"])
        let verified = try await guest.commit(["verify": .string(guest.name), "currentDocument": ["updateTime": now]])
        #expect(verified.json["writeResults"] == [["updateTime": now]])
        #expect(
            try await guest.commit(guest.write(["name": Self.string("C")], condition: ["exists": true])).status == 200)
    }

    @Test func `REQUEST_TIME returns the server's own times and sets a user's field to now`()
        async throws
    {
        let rig = try await FirestoreRig()
        let guest = try await rig.guest()
        rig.advance(by: 60)
        let time = { (name: String) -> JSONValue in ["fieldPath": .string(name), "setToServerValue": "REQUEST_TIME"] }
        let answer = try await guest.commit(
            guest.write(
                ["name": Self.string("A")],
                transforms: [
                    time("createdAt"), time("updatedAt"), ["fieldPath": "birthDate", "setToServerValue": 1],
                ]))
        let (before, now) = ("2027-01-15T08:00:00Z", "2027-01-15T08:01:00Z")
        #expect(
            answer.json["writeResults"]?.array?.first?["transformResults"]
                == .array([before, now, now].map { ["timestampValue": .string($0)] }))
        #expect(answer.json["commitTime"] == .string(now))
        let fields = try await guest.fields()
        #expect(fields["createdAt"] == ["timestampValue": .string(before)])
        #expect(fields["birthDate"] == ["timestampValue": .string(now)])
    }

    @Test(
        arguments: [
            ("age", ["increment": ["integerValue": "5"]], ["integerValue": "6"]),
            ("age", ["maximum": ["integerValue": "5"]], ["integerValue": "5"]),
            ("age", ["maximum": ["integerValue": "0"]], ["integerValue": "1"]),
            ("age", ["minimum": ["integerValue": "0"]], ["integerValue": "0"]),
            ("age", ["increment": ["integerValue": "9223372036854775807"]], ["integerValue": "9223372036854775807"]),
            ("height", ["increment": ["doubleValue": 0.5]], ["doubleValue": 0.5]),
            ("name", ["increment": ["integerValue": "1"]], nil),
            (
                "goals", ["appendMissingElements": ["values": [["stringValue": "a"], ["stringValue": "b"]]]],
                ["arrayValue": ["values": [["stringValue": "a"], ["stringValue": "b"]]]]
            ),
            ("goals", ["removeAllFromArray": ["values": [["stringValue": "a"]]]], ["arrayValue": [:]]),
        ] as [(String, JSONObject, JSONValue?)])
    func `a transform computes the new value from the stored one`(
        name: String, operation: JSONObject, result: JSONValue?
    ) async throws {
        let guest = try await FirestoreRig().guest()
        _ = try await guest.commit(
            guest.write([
                "age": Self.integer("1"), "name": Self.string("A"),
                "goals": ["arrayValue": ["values": [Self.string("a")]]],
            ]))
        let transform = JSONValue.object(operation.merged(["fieldPath": .string(name)]))
        let answer = try await guest.commit(guest.write([:], transforms: [transform]))
        guard let result else {
            #expect(answer.error == "INVALID_ARGUMENT")
            return
        }
        #expect(try await guest.fields()[name] == result)
        let told = answer.json["writeResults"]?.array?.first?["transformResults"]
        #expect(told == (name == "goals" ? [["nullValue": nil]] : [result]))
    }

    @Test func `the older form of a transform increments a field too`() async throws {
        let guest = try await FirestoreRig().guest()
        let answer = try await guest.commit([
            "transform": [
                "document": .string(guest.name),
                "fieldTransforms": [["fieldPath": "age", "increment": Self.integer("2")]],
            ]
        ])
        #expect(answer.status == 200, "\(answer.message)")
        #expect(try await guest.fields()["age"] == Self.integer("2"))
    }

    @Test(
        arguments: [
            [:], ["update": [:]], ["update": ["name": 1]], ["delete": "a", "verify": "a"], ["other": "a"],
            ["verify": "projects/couple/databases/(default)/documents/users"],
            ["verify": "projects/couple/databases/(default)/documents/users//a/b"],
        ] as [JSONValue])
    func `an invalid write is rejected`(write: JSONValue) async throws {
        let guest = try await FirestoreRig().guest()
        let answer = try await guest.commit(write)
        #expect(answer.status == 400 && answer.error == "INVALID_ARGUMENT")
    }

    @Test func `a write with an invalid member is rejected`() async throws {
        let guest = try await FirestoreRig().guest()
        let whole = guest.write([:], whole: true).object ?? [:]
        for more in [
            ["updateMask": 1], ["updateMask": ["fieldPaths": [1]]], ["currentDocument": [:]],
            ["currentDocument": ["exists": "true"]], ["currentDocument": ["updateTime": "now"]],
            ["updateTransforms": [["fieldPath": "age"]]],
            ["updateTransforms": [["fieldPath": "age", "setToServerValue": "TIME"]]],
            ["updateTransforms": [["fieldPath": "age", "increment": ["stringValue": "1"]]]],
            ["updateTransforms": [["fieldPath": "age", "appendMissingElements": ["integerValue": "1"]]]],
        ] as [JSONObject] {
            let answer = try await guest.commit(.object(whole.merged(more)))
            #expect(answer.status == 400 && answer.error == "INVALID_ARGUMENT", "\(more)")
        }
        let verified = JSONValue.object(["verify": .string(guest.name), "updateMask": ["fieldPaths": []]])
        #expect(try await guest.commit(verified).status == 400)
        #expect(try await guest.call("commit", ["writes": [], "more": 1]).status == 400)
    }

    // Requests without an SDK

    @Test func `a document can be patched and read as a REST resource`() async throws {
        let guest = try await FirestoreRig().guest()
        let patched = try await guest.send(
            .PATCH, guest.name + "?updateMask.fieldPaths=name&updateMask.fieldPaths=age&currentDocument.exists=true",
            ["fields": ["name": Self.string("A"), "age": Self.integer("1"), "height": ["doubleValue": 1.5]]])
        #expect(patched.status == 200 && patched.json["fields"]?["height"] == nil)
        let masked = try await guest.send(.GET, guest.name + "?mask.fieldPaths=name&mask.fieldPaths=age")
        #expect(masked.json["fields"] == ["name": Self.string("A"), "age": Self.integer("1")])
        let stale = try await guest.send(
            .PATCH, guest.name + "?currentDocument.updateTime=2020-01-01T00:00:00Z", ["fields": [:]])
        #expect(stale.error == "FAILED_PRECONDITION")
        #expect(try await guest.send(.PATCH, guest.name + "?currentDocument.exists=1", ["fields": [:]]).status == 400)
        #expect(try await guest.send(.PATCH, guest.name, ["fields": 1]).status == 400)
    }

    @Test func `text/plain bodies are read, text/html bodies are rejected, Listen is unimplemented`() async throws {
        let rig = try await FirestoreRig()
        let guest = try await rig.guest()
        let body: JSONValue = ["documents": [.string(guest.name)]]
        let target = "/firestore.googleapis.com/v1/\(guest.root):batchGet?key=k"
        let plain = try await rig.send(.POST, target, body, token: guest.token, type: "text/plain")
        #expect(plain.json.array?.first?["found"]?["name"] == .string(guest.name))
        #expect(try await rig.send(.POST, target, body, token: guest.token, type: "text/html").status == 415)
        #expect(try await guest.call("listen", [:]).error == "UNIMPLEMENTED")
        #expect(try await rig.send(.GET, "/google.firestore.v1.Firestore/Listen/channel").error == "UNIMPLEMENTED")
    }
}

extension JSONObject {
    fileprivate func merged(_ others: JSONObject) -> JSONObject {
        others.members.reduce(into: self) { $0[$1.name] = $1.value }
    }
}

import Foundation
import SesameCore
import Testing

@testable import SesameOperations

struct DoctorPropertyListTests {
    private let rig: DoctorRig
    private static let ios = "1234-ios.apps.googleusercontent.com"
    private static let web = "1234-web.apps.googleusercontent.com"

    init() throws {
        rig = try DoctorRig()
    }

    private struct List {
        var id: String? = ios
        var server: String? = web
        var schemes = ["com.googleusercontent.apps.1234-ios"]
        var bundle = "com.example.shop"

        var content: [String: Any] {
            var content: [String: Any] = [
                "CFBundleIdentifier": bundle, "CFBundleURLTypes": [["CFBundleURLSchemes": schemes]],
            ]
            if let id { content["GIDClientID"] = id }
            if let server { content["GIDServerClientID"] = server }
            return content
        }
    }

    private func findings(
        _ change: (inout List) -> Void = { _ in }, format: PropertyListSerialization.PropertyListFormat = .xml
    ) async throws -> [Finding] {
        var list = List()
        change(&list)
        var subjects = Doctor.Options()
        subjects.infoPlist = try written("Info.plist", list.content, format)
        return await rig.findings(subjects: subjects)
    }

    private func written(
        _ name: String, _ content: [String: Any], _ format: PropertyListSerialization.PropertyListFormat = .xml
    ) throws -> String {
        let data = try PropertyListSerialization.data(fromPropertyList: content, format: format, options: 0)
        try data.write(to: URL(fileURLWithPath: rig.path(name)))
        return rig.path(name)
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `a valid Info.plist has no faults, as XML or binary`(
        _ format: PropertyListSerialization.PropertyListFormat
    ) async throws {
        let findings = try await findings(format: format)
        #expect(findings.first(.ok, "Info.plist") != nil && findings.allSatisfy { $0.level != .fault })
    }

    @Test func `a file that cannot be read as a property list is reported`() async throws {
        var subjects = Doctor.Options()
        subjects.infoPlist = try rig.write("Info.plist", "<html>")
        subjects.entitlements = rig.path("nowhere")
        let findings = await rig.findings(subjects: subjects)
        #expect(findings.count { $0.found.contains("cannot be read as a property list") } == 2)
    }

    @Test func `a malformed client id or the web client's is a fault, and a missing one is a note`() async throws {
        #expect(try await findings { $0.id = nil }.first(.note, "GIDClientID")?.found == "it is missing")
        let exchanged = try await findings { $0.id = "ios-1234.apps.googleusercontent.com" }
        #expect(exchanged.first(.fault, "GIDClientID")?.fix?.contains(Self.ios) == true)
        let webClient = try await findings {
            $0.id = Self.web
            $0.schemes = ["com.googleusercontent.apps.1234-web"]
        }
        #expect(webClient.first(.fault, "GIDClientID")?.found == "it is the web client's id")
    }

    @Test func `a client id that the server does not accept is a fault`() async throws {
        let server = try await findings { $0.server = "1234-other.apps.googleusercontent.com" }
        #expect(server.first(.fault, "GIDServerClientID")?.found.contains("is not among the apps'") == true)
        let own = try await findings {
            $0.server = nil
            $0.id = "1234-other.apps.googleusercontent.com"
            $0.schemes = ["com.googleusercontent.apps.1234-other"]
        }
        #expect(own.first(.fault, "GIDClientID")?.found.contains("is not among the apps'") == true)
    }

    @Test func `a missing server client id is a note, and a malformed one is a fault`() async throws {
        let missing = try await findings { $0.server = nil }
        #expect(missing.first(.note, "GIDServerClientID")?.fix?.contains(Self.web) == true)
        let wrong = try await findings { $0.server = "com.googleusercontent.apps.1234-web" }
        #expect(wrong.first(.fault, "GIDServerClientID")?.fix?.contains(Self.web) == true)
    }

    @Test(arguments: [
        ([], "the URL scheme for the return from Google is missing"),
        ([ios], "is the client id itself, not its reversed form"),
        (["com.googleusercontent.apps.ios-1234"], "is not the reversed client id"),
        (["shop"], "the URL scheme for the return from Google is missing"),
    ])
    func `a URL scheme that does not lead back is a fault with the right scheme as the cure`(
        _ schemes: [String], _ found: String
    ) async throws {
        let finding = try await findings { $0.schemes = schemes }.first(.fault, "CFBundleURLTypes")
        #expect(finding?.found.contains(found) == true)
        #expect(finding?.fix?.contains("<string>com.googleusercontent.apps.1234-ios</string>") == true)
    }

    @Test func `a bundle id that the server does not accept is a fault unless Xcode fills it in`() async throws {
        let other = try await findings { $0.bundle = "com.example.other" }
        #expect(other.first(.fault, "CFBundleIdentifier")?.fix == #""clientIDs": ["com.example.other"]"#)
        let filledIn = try await findings { $0.bundle = "$(PRODUCT_BUNDLE_IDENTIFIER)" }
        #expect(filledIn.first(.fault, "CFBundleIdentifier") == nil)
    }

    @Test func `entitlements without Sign in with Apple are a fault`() async throws {
        for (content, isFault) in [
            ([:], true), (["com.apple.developer.applesignin": ["Other"]], true),
            (["com.apple.developer.applesignin": ["Default"]], false),
        ] as [([String: Any], Bool)] {
            var subjects = Doctor.Options()
            subjects.entitlements = try written("App.entitlements", content)
            let finding = await rig.findings(subjects: subjects).first(.fault, "applesignin")
            #expect((finding != nil) == isFault)
        }
    }

    @Test func `entitlements without push notifications are a note if the app sends any`() async throws {
        var subjects = Doctor.Options()
        subjects.entitlements = try written("App.entitlements", [:])
        let settings = rig.settings(["apps": ["shop": ["push": ["serviceAccountFile": "/nowhere"]]]])
        #expect(await rig.findings(settings, subjects: subjects).first(.note, "aps-environment") != nil)
        #expect(await rig.findings(subjects: subjects).first(.note, "aps-environment") == nil)
    }

    @Test func `a GoogleService-Info.plist of another app or edited by hand is a fault`() async throws {
        var subjects = Doctor.Options()
        subjects.infoPlist = try written("Info.plist", List().content)
        let good = ["CLIENT_ID": Self.ios, "REVERSED_CLIENT_ID": "com.googleusercontent.apps.1234-ios"]
        for (content, subject) in [
            (good, nil), ([:], "CLIENT_ID"), (["CLIENT_ID": Self.web], "CLIENT_ID"),
            (good.merging(["REVERSED_CLIENT_ID": Self.ios]) { $1 }, "REVERSED_CLIENT_ID"),
        ] as [([String: String], String?)] {
            subjects.googleServiceInfo = try written("GoogleService-Info.plist", content)
            let faults = await rig.findings(subjects: subjects).filter { $0.level == .fault }
            #expect(faults.first?.subject.hasSuffix(subject ?? "") ?? (subject == nil), "\(faults)")
            #expect(faults.count == (subject == nil ? 0 : 1))
        }
    }
}

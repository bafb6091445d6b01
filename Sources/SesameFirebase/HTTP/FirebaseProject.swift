public import Foundation
import Sesame
public import SesameCore

/// A Firebase project as configured in an app: its identity and its host.
///
/// ```swift
/// let project = FirebaseProject(id: "couple-1a2b3", apiKey: "AIza…", bundleID: "com.example.couple")
/// let auth = AuthManager(.firebase(project, storage: .keychain(name: "couple")))
/// ```
public struct FirebaseProject: Sendable {
    /// The servers that answer the project's requests.
    public enum Host: Sendable, Equatable {
        /// Google's servers, for example `identitytoolkit.googleapis.com`.
        case google
        /// A Sesame server, or Firebase's own emulator. As at the emulator, the paths for accounts and tokens begin
        /// with Google's host name.
        case server(URL)
    }

    /// The project's id, `PROJECT_ID` in `GoogleService-Info.plist`.
    public var id: String
    /// The API key, `API_KEY` in `GoogleService-Info.plist`. It identifies the project and is not a secret.
    public var apiKey: String
    /// The app's bundle id, for API keys that are restricted to it; nil for other keys.
    public var bundleID: String?
    /// The region of the callable functions, for example `us-central1`.
    public var region: String
    /// The servers that answer the project's requests, by default Google's.
    public var host: Host
    /// The name that an authenticator app shows beside the code, for example `Couple`. If set, users can add an
    /// authenticator app. Nil if the project has no TOTP, which is a part of Identity Platform
    /// (https://cloud.google.com/identity-platform/docs/admin/enabling-totp-mfa). Sign-ins require existing
    /// authenticator apps either way.
    public var authenticatorIssuer: String?

    /// The form of the nonce in Google's tokens: Firebase compares the nonce's hash, and a Sesame server the nonce as
    /// issued.
    var googleNonce: Nonce.GoogleForm { host == .google ? .sha256Hex : .verbatim }

    /// Creates a project from its settings, by default at Google, with functions in `us-central1` and without
    /// authenticator apps.
    public init(
        id: String, apiKey: String, bundleID: String? = nil, region: String = "us-central1", host: Host = .google,
        authenticatorIssuer: String? = nil
    ) {
        self.id = id
        self.apiKey = apiKey
        self.bundleID = bundleID
        self.region = region
        self.host = host
        self.authenticatorIssuer = authenticatorIssuer
    }
}

extension FirebaseProject {
    /// Creates the project of an app's `GoogleService-Info.plist`. Throws if the file is invalid.
    ///
    /// - Parameter propertyList: The file's bytes.
    public init(googleServiceInfo propertyList: Data) throws(AuthError) {
        let values = try? PropertyListSerialization.propertyList(from: propertyList, format: nil) as? [String: Any]
        guard let id = values?["PROJECT_ID"] as? String, !id.isEmpty, let key = values?["API_KEY"] as? String,
            !key.isEmpty
        else { throw AuthError(.invalidRequest, "PROJECT_ID or API_KEY is missing in GoogleService-Info.plist") }
        self.init(id: id, apiKey: key, bundleID: values?["BUNDLE_ID"] as? String)
    }
}

public import Foundation
import SesameCore

/// A project at an Appwrite server, or an app of a Sesame server that supports Appwrite's protocol.
public struct AppwriteProject: Sendable {
    /// The server's URL with its version, for example `https://fra.cloud.appwrite.io/v1`.
    public let endpoint: URL
    /// The project's id, sent as `X-Appwrite-Project`. At a Sesame server it is the id in the app's Appwrite settings.
    public let id: String
    /// The app's platform in the project's settings, for example `appwrite-ios://com.example.familysync`, sent as
    /// `Origin`. If nil, no `Origin` is sent, which a server accepts, too.
    public let client: String?

    /// Creates a project at a server, given by its URL with the version (`/v1`).
    public init(endpoint: URL, id: String, client: String? = Self.thisApp) {
        self.endpoint = endpoint
        self.id = id
        self.client = client
    }

    /// Creates a project in a region of Appwrite's cloud, for example `fra`; returns nil for an invalid region name.
    public init?(cloudRegion region: String, id: String, client: String? = Self.thisApp) {
        let isName = region.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard isName, !region.isEmpty, let endpoint = URL(string: "https://\(region).cloud.appwrite.io/v1") else {
            return nil
        }
        self.init(endpoint: endpoint, id: id, client: client)
    }

    /// The platform that Appwrite's own SDK sends for this app; nil if the app has no bundle identifier, and on systems
    /// other than iOS and macOS.
    public static var thisApp: String? {
        #if os(iOS)
            Bundle.main.bundleIdentifier.map { "appwrite-ios://\($0)" }
        #elseif os(macOS)
            Bundle.main.bundleIdentifier.map { "appwrite-macos://\($0)" }
        #else
            nil
        #endif
    }
}

package import Foundation
package import SesameCore

/// The server on which scenarios are played, with its development providers.
package struct DemoServer: Sendable {
    /// The server's URL.
    package let server: URL
    /// The development providers' URL.
    package let providers: URL
    /// The operator's admin key, with which an app's back end sends push notifications.
    package let adminKey: Secret
    /// The folder for the phones' storage. It is empty at first, and its creator removes it.
    package let folder: URL
    /// The number of the first test user. On a server that was used before, it must be higher than the numbers of all
    /// earlier test users.
    package let firstPerson: Int
    /// The client type with which the apps connect to the server.
    package let client: ClientKind

    /// Creates a description of a running server.
    package init(
        server: URL, providers: URL, adminKey: Secret, folder: URL, firstPerson: Int = 1,
        client: ClientKind = .sesame
    ) {
        self.server = server
        self.providers = providers
        self.adminKey = adminKey
        self.folder = folder
        self.firstPerson = firstPerson
        self.client = client
    }

    /// Throws if the development providers do not respond at their URL.
    package func check() async throws(AuthError) {
        try await Providers(url: providers).check()
    }
}

/// A test user of the apps, identified by number at the development providers.
struct Person: Sendable, Hashable {
    let number: Int

    var name: String { "\(givenName) \(familyName)" }
    var givenName: String { "Test" }
    var familyName: String { "User \(number)" }
}

package import Foundation
package import SesameCore

/// The server on which scenarios are played, with its development providers.
package struct DemoServer: Sendable {
    package let server: URL
    package let providers: URL
    /// The operator's admin key, with which an app's back end sends push notifications.
    package let adminKey: Secret
    /// The folder for the simulated phones' storage, empty at first. The caller creates and removes the folder.
    package let folder: URL
    /// The number of the first test user. On a server that was used before, it must be higher than the numbers of all
    /// earlier test users.
    package let firstPerson: Int
    /// The client type with which the apps connect to the server.
    package let client: ClientKind

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

    /// Checks that the development providers respond; throws if they do not.
    package func check() async throws(AuthError) {
        try await Providers(url: providers).check()
    }
}

/// A test user of the apps, identified at the development providers by a number.
struct Person: Sendable, Hashable {
    let number: Int

    var name: String { "\(givenName) \(familyName)" }
    var givenName: String { "Test" }
    var familyName: String { "User \(number)" }
}

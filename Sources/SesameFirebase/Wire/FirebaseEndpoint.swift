import Foundation
import Sesame
import SesameCore

/// An endpoint: one of the project's services, and a path there.
enum FirebaseEndpoint {
    /// Accounts, for example `v1/accounts:lookup`.
    case identity(String)
    /// `v1/token`: new tokens for a refresh token.
    case token
    /// Documents, for example `documents:commit`.
    case documents(String)
    /// A callable function, by its name.
    case function(String)
}

extension FirebaseProject {
    /// The address. The API key stands in a header: addresses end up in logs.
    func url(of endpoint: FirebaseEndpoint) throws(AuthError) -> URL {
        let (host, path) = place(of: endpoint)
        let url: URL? =
            switch self.host {
            case .google: URL(string: "https://\(host)")?.appending(apiPath: path)
            case .server(let server): server.appending(apiPath: prefix(endpoint, host) + path)
            }
        guard let url else { throw AuthError(.invalidRequest, "the project's id or address makes no address") }
        return url
    }

    private func place(of endpoint: FirebaseEndpoint) -> (host: String, path: String) {
        switch endpoint {
        case .identity(let path): ("identitytoolkit.googleapis.com", "/\(path)")
        case .token: ("securetoken.googleapis.com", "/v1/token")
        case .documents(let path):
            ("firestore.googleapis.com", "/v1/projects/\(FormEncoding.escape(id))/databases/(default)/\(path)")
        case .function(let name):
            ("\(FormEncoding.escape(region))-\(FormEncoding.escape(id)).cloudfunctions.net", "/\(name)")
        }
    }

    /// Returns the path's beginning at a server that is not Google. Functions have the form of Firebase's emulator;
    /// Firestore's emulator, and with it everybody else, has no prefix for documents.
    private func prefix(_ endpoint: FirebaseEndpoint, _ host: String) -> String {
        switch endpoint {
        case .identity, .token: "/\(host)"
        case .documents: ""
        case .function: "/\(FormEncoding.escape(id))/\(FormEncoding.escape(region))"
        }
    }
}

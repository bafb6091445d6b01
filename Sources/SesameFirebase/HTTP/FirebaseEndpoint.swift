import Foundation
import Sesame
import SesameCore

/// An endpoint: one of the project's services with a path.
enum FirebaseEndpoint {
    /// The accounts service with a path, for example `v1/accounts:lookup`.
    case identity(String)
    /// The token service, `v1/token`, which issues new tokens for a refresh token.
    case token
    /// The Firestore service with a path, for example `documents:commit`.
    case documents(String)
    /// A callable function with its name.
    case function(String)
}

extension FirebaseProject {
    /// Returns the endpoint's URL. The API key is sent in a header, because URLs end up in logs. Throws
    /// `invalidRequest` if the project's settings do not form a valid URL.
    func url(of endpoint: FirebaseEndpoint) throws(AuthError) -> URL {
        let (host, path) = place(of: endpoint)
        let url: URL? =
            switch self.host {
            case .google: URL(string: "https://\(host)")?.appending(apiPath: path)
            case .server(let server): server.appending(apiPath: prefix(endpoint, host) + path)
            }
        guard let url else {
            throw AuthError(.invalidRequest, "the project's id, region or server URL does not form a valid URL")
        }
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

    /// Returns the prefix of the path at a server other than Google. Functions have the path of Firebase's emulator;
    /// documents have no prefix, as at Firestore's emulator.
    private func prefix(_ endpoint: FirebaseEndpoint, _ host: String) -> String {
        switch endpoint {
        case .identity, .token: "/\(host)"
        case .documents: ""
        case .function: "/\(FormEncoding.escape(id))/\(FormEncoding.escape(region))"
        }
    }
}

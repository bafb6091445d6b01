import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension FirebaseAPI {
    /// Where readers of ID tokens and of session cookies fetch the keys: the vendor's own paths, with and without its host
    /// in front.
    var keyRoutes: [Route] {
        let certificates = [
            "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
            "/identitytoolkit/v3/relyingparty/publicKeys",
        ]
        let keySets = [
            "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
            "/robot/v1/metadata/jwk/securetoken@system.gserviceaccount.com",
        ]
        return certificates.flatMap { path in
            [path, "/www.googleapis.com" + path].map { path in
                Route(.GET, path, takes: .none, policy: .publicKeys) { _, _ in certificateAnswer() }
            }
        }
            + keySets.flatMap { path in
                [path, "/www.googleapis.com" + path].map { path in
                    Route(.GET, path, takes: .none, policy: .publicKeys) { _, _ in keySetAnswer() }
                }
            }
    }

    private func certificateAnswer() -> HTTPResponse {
        .firebase(accounts.firebase.firebaseKeyRing?.certificates ?? [:])
    }

    private func keySetAnswer() -> HTTPResponse {
        .json(accounts.firebase.firebaseKeyRing?.publicSet ?? JSONValue.object(["keys": []]).serialized())
    }
}

extension RoutePolicy {
    fileprivate static let publicKeys = RoutePolicy.cached(seconds: Int(KeySchedule.publicSetLife))
}

import Foundation
import SesameTokens

/// A key source with a constant set.
struct FixedKeys: JWKSSource {
    let set: JSONWebKeySet

    func fetch(_ url: String) async throws -> JWKSResponse {
        JWKSResponse(status: 200, body: set.serialized())
    }
}

/// Runs an asynchronous operation to its end, because libFuzzer's calls are synchronous.
func waiting(_ operation: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task {
        await operation()
        done.signal()
    }
    done.wait()
}

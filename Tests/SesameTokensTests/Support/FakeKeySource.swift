import Foundation
import SesameTokens

/// A key source that returns a prepared response, counts its requests, and waits while its gate is closed.
actor FakeKeySource: JWKSSource {
    struct Down: Error {}

    private(set) var fetches = 0
    private(set) var urls: Set<String> = []
    private var answer: Result<JWKSResponse, any Error>
    private var isOpen = true
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ body: [UInt8], cacheControl: String? = nil) {
        answer = .success(JWKSResponse(status: 200, body: body, cacheControl: cacheControl))
    }

    func fetch(_ url: String) async throws -> JWKSResponse {
        fetches += 1
        urls.insert(url)
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
        return try answer.get()
    }

    func respond(_ body: [UInt8], status: Int = 200, cacheControl: String? = nil) {
        answer = .success(JWKSResponse(status: status, body: body, cacheControl: cacheControl))
    }

    func goDown() {
        answer = .failure(Down())
    }

    func close() {
        isOpen = false
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

/// A clock that advances only when a test advances it. A test can also shift the wall clock alone, as when a user sets
/// the device's time.
final class ManualClock: @unchecked Sendable {
    private let lock = NSLock()
    private let start = ContinuousClock.now
    private var wall = Date(timeIntervalSince1970: 1_800_000_000)
    private var elapsed: Duration = .zero

    var clock: TokenClock {
        TokenClock(
            wall: { self.lock.withLock { self.wall } },
            monotonic: { self.lock.withLock { self.start.advanced(by: self.elapsed) } })
    }

    func advance(_ seconds: Int) {
        lock.withLock {
            wall.addTimeInterval(Double(seconds))
            elapsed += .seconds(seconds)
        }
    }

    func shiftWall(_ seconds: Int) {
        lock.withLock { wall.addTimeInterval(Double(seconds)) }
    }
}

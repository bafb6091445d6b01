import SesameApple
import SesameWire

/// A Keychain that can be locked, broken, or falsely report that it is empty.
final class FakeKeychain: KeychainItems {
    enum Condition {
        case unlocked
        /// The Keychain is locked and reports it.
        case locked
        /// The Keychain reports its items as missing, as on a device that has not been unlocked since it was started;
        /// adding an item fails with `duplicateItem`.
        case lying
        case broken(KeychainStatus)
    }

    struct Contents {
        var condition = Condition.unlocked
        var items: [String: [UInt8]] = [:]
        /// The closure that runs before each call. It receives the call with its item, such as `read probe`, and can
        /// change the contents.
        var before: (@Sendable (String, inout Contents) -> Void)?
    }

    let contents: Locked<Contents>

    init(_ items: [String: [UInt8]] = [:]) {
        contents = Locked(Contents(items: items))
    }

    var condition: Condition {
        get { contents.withLock { $0.condition } }
        set { contents.withLock { $0.condition = newValue } }
    }

    func read(_ account: String) throws(KeychainStatus) -> [UInt8] {
        try call("read \(account)", absent: .itemNotFound) { $0.items[account] }
    }

    func add(_ account: String, _ bytes: [UInt8]) throws(KeychainStatus) {
        try call("add \(account)", absent: .duplicateItem, lying: .duplicateItem) {
            (contents: inout Contents) -> Void? in
            guard contents.items[account] == nil else { return nil }
            contents.items[account] = bytes
            return ()
        }
    }

    func update(_ account: String, _ bytes: [UInt8]) throws(KeychainStatus) {
        try call("update \(account)", absent: .itemNotFound) { (contents: inout Contents) -> Void? in
            guard contents.items[account] != nil else { return nil }
            contents.items[account] = bytes
            return ()
        }
    }

    func delete(_ account: String) throws(KeychainStatus) {
        try call("delete \(account)", absent: .itemNotFound) { contents in
            contents.items.removeValue(forKey: account).map { _ in () }
        }
    }

    private func call<Value>(
        _ name: String, absent: KeychainStatus, lying: KeychainStatus = .itemNotFound,
        _ body: (inout Contents) -> Value?
    ) throws(KeychainStatus) -> Value {
        let result = contents.withLock { contents -> Result<Value, KeychainStatus> in
            if let before = contents.before { before(name, &contents) }
            switch contents.condition {
            case .unlocked: return body(&contents).map { .success($0) } ?? .failure(absent)
            case .locked: return .failure(.interactionNotAllowed)
            case .lying: return .failure(lying)
            case .broken(let status): return .failure(status)
            }
        }
        return try result.get()
    }
}

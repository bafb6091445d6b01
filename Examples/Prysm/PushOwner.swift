public import Sesame
import SesameCore

/// The app's own handling of push tokens, as it is today.
public protocol FCMTokens: Sendable {
    /// Stores the pending token, or a fresh one, for the person who is signed in now.
    func processPendingFCMToken(userId: String) async
    /// Takes this device's token away from somebody who is not signed in here any more.
    func removeFCMToken(userId: String) async
}

/// Tells the app's push code whose device this is: at the launch, at each sign-in, and when a person has gone.
///
/// The new person's token is stored only after the last one's was taken away: nobody gets another's messages.
public struct PushOwner: Sendable {
    private let tokens: any FCMTokens

    /// The owner for that code.
    public init(_ tokens: some FCMTokens) {
        self.tokens = tokens
    }

    /// Follows who is signed in until the task is cancelled.
    public func follow(_ auth: some AuthManagerProtocol) async {
        var owner: String?
        for await state in auth.states {
            switch state {
            // Not known, or locked away: nobody has signed out.
            case .unresolved, .locked: continue
            case .signedOut: owner = await pass(from: owner, to: nil)
            case .signedIn(let user): owner = await pass(from: owner, to: user.uid)
            }
        }
    }

    private func pass(from last: String?, to next: String?) async -> String? {
        guard last != next else { return next }
        if let last { await tokens.removeFCMToken(userId: last) }
        if let next { await tokens.processPendingFCMToken(userId: next) }
        return next
    }
}

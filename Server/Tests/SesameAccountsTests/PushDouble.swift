import Foundation
import SesameCore
import SesameWire

@testable import SesameAccounts

/// A test double of a push service, which records the pushes and returns configured responses.
final class PushDouble: PushSender {
    private struct State {
        var sent: [OutgoingPush] = []
        var answers: [PushDeliveryResult] = []
        var usual = PushDeliveryResult.sent
        var special: [String: PushDeliveryResult] = [:]
    }

    private let served: AppID
    private let state = Locked(State())

    init(serving app: AppID) {
        served = app
    }

    /// The pushes sent to this service, rejected or not.
    var pushes: [OutgoingPush] { state.withLock(\.sent) }

    /// The recipients of all pushes: a device's registration value, or a topic's name after a slash.
    var values: [String] {
        pushes.map { push in
            switch push.receiver {
            case .address(let address): address.value.exposed
            case .topic(let name): "/\(name)"
            }
        }
    }

    /// Sets the response to each of the next pushes in turn, and the response to all later pushes. A response that is
    /// set for one device takes precedence.
    func answer(_ answers: PushDeliveryResult..., then usual: PushDeliveryResult = .sent) {
        state.withLock { ($0.answers, $0.usual) = (answers, usual) }
    }

    /// Sets the response to pushes for the device with the given registration value.
    func answer(_ answer: PushDeliveryResult, for value: String) {
        state.withLock { $0.special[value] = answer }
    }

    func serves(_ app: AppID) -> Bool { app == served }

    func send(_ push: OutgoingPush) async -> PushDeliveryResult {
        state.withLock { state in
            state.sent.append(push)
            if case .address(let address) = push.receiver, let special = state.special[address.value.exposed] {
                return special
            }
            return state.answers.isEmpty ? state.usual : state.answers.removeFirst()
        }
    }
}

import Foundation
import NIOHTTP1
import SesameCore

extension ControlAPI {
    var stateRoutes: [ControlRoute] {
        [
            ControlRoute(.GET, "\(Self.root)/apps", "The apps and their ids.") { request throws(ProviderError) in
                _ = try ControlBody(request, allowing: [])
                return ["apps": .array(providers.apps.map(\.json))]
            },
            ControlRoute(.GET, "\(Self.root)/clock", "The clock of the providers and the server.") {
                request throws(ProviderError) in
                _ = try ControlBody(request, allowing: [])
                return clock
            },
            ControlRoute(
                .POST, "\(Self.root)/clock",
                "Shifts the clock: shiftSeconds sets the shift, advanceSeconds adds to it, reset removes it.",
                example: ["advanceSeconds": 3_600]
            ) { request throws(ProviderError) in
                try moveClock(try ControlBody(request, allowing: Self.clockMembers))
                return clock
            },
            ControlRoute(.GET, "\(Self.root)/requests", "The latest requests to the vendors' paths, oldest first.") {
                request throws(ProviderError) in
                _ = try ControlBody(request, allowing: [])
                return requests
            },
            ControlRoute(.DELETE, "\(Self.root)/requests", "Empties the request log.") {
                request throws(ProviderError) in
                _ = try ControlBody(request, allowing: [])
                providers.requests.clear()
                return requests
            },
            ControlRoute(
                .POST, "\(Self.root)/reset",
                "Resets users, consents, pushes, messages, faults, clock and log; keys: true also replaces the keys.",
                example: ["keys": false]
            ) { request throws(ProviderError) in
                let body = try ControlBody(request, allowing: ["keys"])
                providers.reset(replacingKeys: try body.bool("keys") ?? false)
                return clock
            },
        ]
    }

    private static let clockMembers = ["shiftSeconds", "advanceSeconds", "reset"]

    private func moveClock(_ body: ControlBody) throws(ProviderError) {
        try body.requireAtMostOne(of: Self.clockMembers)
        if let shift = try body.integer("shiftSeconds") {
            try providers.clock.setOffset(shift)
        } else if let seconds = try body.integer("advanceSeconds") {
            try providers.clock.advance(by: seconds)
        } else if try body.bool("reset") == true {
            providers.clock.reset()
        } else {
            throw ProviderError(.invalidRequest, "one of \(Self.clockMembers.joined(separator: ", ")) is required")
        }
    }

    private var clock: JSONValue {
        let now = providers.clock.now
        return [
            "shiftSeconds": .integer(providers.clock.offset), "now": .string(now.ISO8601Format()),
            "epochSeconds": .integer(Int(now.timeIntervalSince1970.rounded(.down))),
        ]
    }

    private var requests: JSONValue {
        let log = providers.requests
        let counts = log.counts.sorted { $0.key < $1.key }.map {
            JSONObject.Member(name: $0.key, value: .integer($0.value))
        }
        return [
            "total": .integer(log.total), "counts": .object(JSONObject(counts)),
            "requests": .array(log.latest.map(\.json)),
        ]
    }
}

extension RequestLog.Entry {
    fileprivate var json: JSONValue {
        [
            "time": .string(time.ISO8601Format(.init(includingFractionalSeconds: true))), "method": .string(method),
            "path": .string(path), "status": .integer(status),
        ]
    }
}

import NIOHTTP1
import SesameCore

extension ControlAPI {
    var messageRoutes: [ControlRoute] {
        routes("\(Self.root)/mail/messages", "mail", "mails", "test.user.1@example.com")
            + routes("\(Self.root)/messages", "text", "SMS", "+33612345678")
    }

    private func routes(_ path: String, _ channel: String, _ what: String, _ example: String) -> [ControlRoute] {
        [
            ControlRoute(
                .GET, path, "The \(what) that the server has sent, oldest first, with the links and codes in them."
            ) { request throws(ProviderError) in
                _ = try ControlBody(request, allowing: [])
                return list(channel)
            },
            ControlRoute(
                .POST, path, "The messages to one receiver.", example: ["to": .string(example)]
            ) { request throws(ProviderError) in
                list(channel, to: try ControlBody(request, allowing: ["to"]).string("to"))
            },
            ControlRoute(.DELETE, path, "Forgets them.") { request throws(ProviderError) in
                _ = try ControlBody(request, allowing: [])
                providers.inbox.clear(channel)
                return list(channel)
            },
        ]
    }

    private func list(_ channel: String, to receiver: String? = nil) -> JSONValue {
        ["messages": .array(providers.inbox.messages(channel, to: receiver).map(JSONValue.object))]
    }
}

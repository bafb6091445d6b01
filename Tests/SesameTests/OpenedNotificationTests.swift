import Foundation
import SesameCore
import Testing

@testable import Sesame
@testable import SesameApple

@Suite struct OpenedNotificationTests {
    @Test func `a notification's user info is read as JSON, and other values are omitted`() throws {
        let opened = OpenedNotification(
            userInfo: JSONObject(userInfo: [
                "aps": ["alert": ["title": "Hello"], "badge": 3], "post": "p-1", "isNew": true, "at": 4.5,
                "when": Date(), 7: "no name",
            ]),
            action: .button("reply"))
        #expect(
            opened.userInfo == [
                "aps": ["alert": ["title": "Hello"], "badge": 3], "post": "p-1", "isNew": true,
                "at": .number(try #require(JSONNumber(4.5))),
            ])
        #expect(opened.action == .button("reply"))
    }

    @Test func `printing a notification does not show its contents`() {
        let opened = OpenedNotification(userInfo: ["name": "Test User 1"])
        var dumped = ""
        dump(opened, to: &dumped)
        #expect(!"\(opened) \(String(reflecting: opened)) \(dumped)".contains("Test User"))
    }

    private func next(_ stream: AsyncStream<OpenedNotification>) async -> String? {
        for await opened in stream { return opened.userInfo["post"]?.string }
        return nil
    }

    @Test func `the last 16 notifications wait for a listener, and later ones reach every listener`() async {
        let broadcast = Broadcast<OpenedNotification>(keeping: 16)
        for number in 0..<20 { broadcast.publish(OpenedNotification(userInfo: ["post": .string("\(number)")])) }
        var received: [String?] = []
        for await opened in broadcast.stream {
            received.append(opened.userInfo["post"]?.string)
            if received.count == 16 { break }
        }
        #expect(received.first == "4" && received.last == "19")
        let (first, second) = (broadcast.stream, broadcast.stream)
        broadcast.publish(OpenedNotification(userInfo: ["post": "p-1"]))
        #expect(await next(first) == "p-1")
        #expect(await next(second) == "p-1")
    }

    @Test func `a cancelled listener takes no notification with it`() async {
        let broadcast = Broadcast<OpenedNotification>(keeping: 16)
        let listening = Task { [stream = broadcast.stream] in await next(stream) }
        listening.cancel()
        #expect(await listening.value == nil)
        broadcast.publish(OpenedNotification(userInfo: ["post": "p-1"]))
        #expect(await next(broadcast.stream) == "p-1")
    }
}

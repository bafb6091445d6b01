import Foundation
import SesameCore
import Testing

@testable import Sesame

@Suite struct OpenedNotificationTests {
    @Test func `what the system gives is read as JSON, and what is none is left out`() throws {
        let opened = OpenedNotification(
            userInfo: [
                "aps": ["alert": ["title": "Hello"], "badge": 3], "post": "p-1", "isNew": true, "at": 4.5,
                "when": Date(), 7: "no name",
            ],
            action: .button("reply"))
        #expect(
            opened.userInfo == [
                "aps": ["alert": ["title": "Hello"], "badge": 3], "post": "p-1", "isNew": true,
                "at": .number(try #require(JSONNumber(4.5))),
            ])
        #expect(opened.action == .button("reply"))
    }

    @Test func `what was sent is not printed`() {
        let opened = OpenedNotification(userInfo: ["name": "Test User 1"])
        var dumped = ""
        dump(opened, to: &dumped)
        #expect(!"\(opened) \(String(reflecting: opened)) \(dumped)".contains("Test User"))
    }
}

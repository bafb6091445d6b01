import XCTest

@MainActor final class FamilySyncTests: XCTestCase {
    func testApplesPersonIsAPseudonymAndDeletesTheAccount() {
        let app = InstalledApp()
        app.signIn(by: "Sign in with Apple")
        app.sees("apple_")
        app.tap("Your account")
        app.deleteAccount(signIn: "Sign in with Apple")
    }
}

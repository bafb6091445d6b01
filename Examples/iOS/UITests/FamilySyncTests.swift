import XCTest

@MainActor final class FamilySyncTests: AppTestCase {
    func testApplesPersonIsAPseudonymAndDeletesTheAccount() {
        let app = InstalledApp()
        app.signIn(by: "Sign in with Apple")
        app.sees("apple_")
        app.deleteAccount(signIn: "Sign in with Apple")
    }
}

import XCTest

@MainActor final class CastMateTests: XCTestCase {
    func testAnAgencyRegistersAndDeletesTheAccount() {
        let app = InstalledApp()
        app.tap("Agency")
        app.signIn(by: "Sign in with Google")
        // The form is the server's own, in the browser's sheet: the development providers sign in by its pages.
        app.tap("Continue")
        app.tap("Create my account")
        app.sees("Agency")
        app.tap("Your account")
        app.deleteAccount(signIn: "Sign in with Google")
    }
}

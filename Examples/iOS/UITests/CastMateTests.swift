import XCTest

@MainActor final class CastMateTests: AppTestCase {
    func testAnAgencyRegistersAndDeletesTheAccount() {
        let app = InstalledApp()
        app.tap("Agency")
        app.signIn(by: "Continue with Google")
        // The form is the server's own, in the browser's sheet: the development providers sign in by its pages.
        app.tap("Continue")
        app.tap("Create my account")
        app.sees("Agency")
        app.deleteAccount(signIn: "Continue with Google")
    }
}

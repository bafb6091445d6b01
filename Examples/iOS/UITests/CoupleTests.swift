import XCTest

@MainActor final class CoupleTests: AppTestCase {
    func testSomebodyNewFillsInTheOnboardingShowsTheirCodeAndDeletesTheAccount() {
        let app = InstalledApp()
        app.signIn(by: "Sign in with Apple")
        app.tap("Next")
        // The wheels show a day that the user has not chosen.
        app.sees("Turn the wheels")
        app.choose(year: "1990")
        app.tap("Next")
        app.turnOn("Trust")
        app.tap("Next")
        app.tap("Next")
        app.type("Playful", into: "Kind of questions")
        app.tap("Done")
        app.sees("Not subscribed")
        app.tap("Show my code")
        app.sees(code: "[A-Z2-9]{9}")
        app.deleteAccount(signIn: "Sign in with Apple")
    }

    func testTheOnboardingGoesOnWhereTheAppWasEnded() {
        let app = InstalledApp()
        app.signIn(by: "Sign in with Apple")
        app.choose(year: "1990")
        app.tap("Next")
        app.sees(switch: "Trust")
        app.endAndOpen()
        app.turnOn("Trust")
        app.tap("Next")
        app.tap("Next")
        app.tap("Done")
        app.sees("Not subscribed")
        app.deleteAccount(signIn: "Sign in with Apple")
    }
}

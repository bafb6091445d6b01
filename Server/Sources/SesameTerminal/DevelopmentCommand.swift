/// The commands of `sesame-dev`, a separate program that is used only in development.
package enum DevelopmentCommand: String, CaseIterable {
    case dev, demo, login, whoami, logout

    /// The one-line summary of the command, for the list of commands.
    package var abstract: String {
        switch self {
        case .dev: "Serve five example apps, or yours, with development providers."
        case .demo: "Demonstrate the five example apps from start to finish."
        case .login: "Sign in to an app in your browser."
        case .whoami: "Show the signed-in user."
        case .logout: "Sign out."
        }
    }
}

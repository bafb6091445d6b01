/// An app's life, played from start to end by the SDK against a running server.
public protocol Scene: Sendable {
    /// What it is about, in a line.
    var subject: Words { get }

    /// Plays it. Throws the first ``FailedExpectation``, or what the SDK threw where nothing was to go wrong.
    @MainActor func play(on stage: Stage) async throws
}

/// The scenes, by the names of their apps.
public enum SceneName: String, Sendable, CaseIterable {
    /// Apple, an onboarding in steps, and an app that is killed on the way.
    case couple
    /// Apple, and nothing about the person.
    case familysync
    /// Google, accounts that a form makes, and two roles.
    case castmate
    /// Pushes that follow the person.
    case prysm
    /// A guest who becomes a person, and goes.
    case authservice

    /// The scene.
    public var scene: any Scene {
        switch self {
        case .couple: CoupleScene()
        case .familysync: FamilySyncScene()
        case .castmate: CastMateScene()
        case .prysm: PrysmScene()
        case .authservice: AuthServiceScene()
        }
    }

    /// The app's name, as people know it.
    var title: String {
        switch self {
        case .couple: "Couple"
        case .familysync: "FamilySync"
        case .castmate: "CastMate"
        case .prysm: "Prysm"
        case .authservice: "AuthService"
        }
    }
}

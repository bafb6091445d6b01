import SesameAccounts
import SesameWire
import Testing

@testable import SesameOperations

/// Tests of an app's labels for roles, profile fields, choices and onboarding steps.
struct LabelConfigurationTests {
    private func app(_ labels: String) throws -> App {
        let app = """
            {"roles": ["ACTEUR"], "profile": {"fields": {
                "mood": {"type": "choice", "values": ["fine"]},
                "place": {"type": "object", "members": {"city": "string"}}}, "onboarding": {"steps": ["goals"]}},
             "labels": \(labels)}
            """
        let file = ConfigurationTests.file(apps: "{\"shop\": \(app)}")
        let configuration = try ServerConfiguration(parsing: file)
        return try #require(configuration.apps.apps.values.first)
    }

    @Test func `labels are read for roles, fields, members, choices and steps, with a fallback language`() throws {
        let labels = try app(
            """
            {"fr": {"ACTEUR": "Acteur", "mood": "Humeur", "fine": "Bien", "place.city": "Ville", "goals": "Souhaits"},
             "en": {"ACTEUR": "Actor"}}
            """
        ).labels
        let french = ["ACTEUR", "mood", "fine", "place.city", "goals"].map { labels.text($0, in: "fr", or: "en") }
        #expect(french == ["Acteur", "Humeur", "Bien", "Ville", "Souhaits"])
        #expect(
            labels.text("ACTEUR", in: "en", or: "en") == "Actor" && labels.text("mood", in: "en", or: "en") == "mood")
        #expect(labels.text("ACTEUR", in: "de", or: "en") == "Actor")
        #expect(labels.text("ACTEUR", in: "de", or: "es") == "ACTEUR")
    }

    @Test(arguments: [
        (#""x""#, "labels"), (#"{"French": {}}"#, "labels.French"), (#"{"french": {}}"#, "labels.french"),
        (#"{"fr": "x"}"#, "labels.fr"), (#"{"fr": {"ACTEUR": 1}}"#, "labels.fr.ACTEUR"),
        (#"{"fr": {"ACTEUR": ""}}"#, "labels.fr.ACTEUR"), (#"{"en": {"ACTOR": "Actor"}}"#, "labels.en.ACTOR"),
        (#"{"en": {"city": "City"}}"#, "labels.en.city"),
    ])
    func `an invalid label, or one for an unknown name, is rejected with its path`(
        labels: String, place: String
    ) {
        let error = #expect(throws: ConfigurationError.self) { try app(labels) }
        #expect(error?.path == "apps.shop.\(place)")
    }
}

/// The version of Sesame, shared by the packages and the server; `docs/versions.md` describes its guarantees.
public enum SesameVersion {
    /// The version in the form of Semantic Versioning 2.0.0.
    public static let current = "0.1.0"
}

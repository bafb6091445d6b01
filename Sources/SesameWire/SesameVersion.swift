/// The version of Sesame. The packages and the server have the same one; `docs/versions.md` says what it promises.
public enum SesameVersion {
    /// The version, as Semantic Versioning 2.0.0 has it.
    public static let current = "0.1.0"
}

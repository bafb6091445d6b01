extension BuildInfo {
    /// Writes the metric `sesame_build_info`, whose labels are the version, the commit, and the versions of Swift and
    /// of the libraries.
    func write(_ text: inout PrometheusText) {
        text.family(
            "sesame_build_info", .gauge,
            "Always 1, with version, commit, swift, sqlite, libcurl and libsodium as labels.")
        let labels =
            [MetricLabel("version", version), MetricLabel("commit", commit ?? ""), MetricLabel("swift", swift)]
            + engines.map { MetricLabel($0.name.lowercased(), $0.version) }
        text.sample("sesame_build_info", 1, labels)
    }
}

import SesameSQLite
import SesameStorageConformance
import Testing

@Test(arguments: StorageConformance.cases)
func `SQLite passes the storage conformance suite`(_ fact: StorageConformanceCase) async throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(folder: folder.path)
    try await fact.run(storage)
    #expect(try await storage.text("PRAGMA integrity_check") == "ok")
    storage.close()
}

@Test func `every conformance case has a unique name`() {
    let names = StorageConformance.cases.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.count > 50)
}

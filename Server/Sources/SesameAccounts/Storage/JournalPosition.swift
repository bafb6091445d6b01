/// A position among the cutoffs of a deletion journal.
package struct JournalPosition: Sendable, Equatable {
    /// The journal's random id. Numbers of different journals cannot be compared.
    package let journal: [UInt8]
    /// The number of the last cutoff; 0 before the first one.
    package let number: Int64

    package init(journal: [UInt8], number: Int64) {
        self.journal = journal
        self.number = number
    }
}

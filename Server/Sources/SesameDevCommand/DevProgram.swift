import ArgumentParser
import SesameOperations
import SesameTerminal

/// The program `sesame-dev`, which `sesame` becomes for these commands; what it says calls it `sesame`.
@main
struct DevProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sesame",
        abstract: "Sesame's commands for development.",
        version: BuildInfo.current.description,
        subcommands: [
            DevCommand.self, DemoCommand.self, LoginCommand.self, WhoamiCommand.self, LogoutCommand.self,
        ])
}

extension CommandConfiguration {
    /// A command that `sesame --help` lists.
    init(_ command: DevelopmentCommand, discussion: String) {
        self.init(commandName: command.rawValue, abstract: command.abstract, discussion: discussion)
    }
}

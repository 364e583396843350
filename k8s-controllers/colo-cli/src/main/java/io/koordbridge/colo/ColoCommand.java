package io.koordbridge.colo;

import io.koordbridge.colo.terminal.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The word {@code colo} itself: holds the options that every command understands. */
@Command(
        name = "colo",
        description =
                "Shared batch capacity of Kubernetes and YARN, read from the yarn-operator and the koord-manager.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        version = "colo 0.1.0",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all is well",
            "1:a problem was found: something not well, ledger broken, node unknown, configuration invalid",
            "2:wrong usage",
            "3:the process asked cannot be reached or does not answer as expected",
            "70:a bug in colo"
        })
final class ColoCommand implements Runnable {

    /** Read by the commands below, into which its options are inherited. */
    @Mixin
    @SuppressWarnings("UnusedVariable")
    private final Session session;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    ColoCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Which command? See colo --help");
    }
}

package io.koordbridge.colo.explain;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups what can be explained. */
@Command(name = "explain", description = "Why something has the numbers it has.", synopsisSubcommandLabel = "COMMAND")
public final class ExplainCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Explain what? For example: colo explain node NAME");
    }
}

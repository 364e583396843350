package io.koordbridge.colo.freeze;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups what can be thawed. */
@Command(
        name = "thaw",
        description = "Let YARN's share of nodes follow the policy again.",
        synopsisSubcommandLabel = "COMMAND")
final class ThawCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Thaw what? For example: colo thaw node NAME");
    }
}

package io.koordbridge.colo.ledger;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups what can be done with the ledger. */
@Command(
        name = "ledger",
        description = "The ledger: pods and YARN against the batch origin.",
        synopsisSubcommandLabel = "COMMAND")
public final class LedgerCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Do what with the ledger? For example: colo ledger check");
    }
}

package io.koordbridge.colo.convert;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups what can be converted. */
@Command(
        name = "convert",
        description = "Configurations of Koordinator as values of the chart.",
        synopsisSubcommandLabel = "COMMAND")
public final class ConvertCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "Convert what? For example: colo convert scheduler-config FILE");
    }
}

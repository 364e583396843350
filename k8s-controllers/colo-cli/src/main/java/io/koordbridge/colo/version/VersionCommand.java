package io.koordbridge.colo.version;

import io.koordbridge.colo.terminal.ExitCodes;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The word of kubectl for {@code --version}. */
@Command(name = "version", description = "Release of colo; reads no cluster.")
public final class VersionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.root().commandLine().printVersionHelp(spec.commandLine().getOut());
        return ExitCodes.OK;
    }
}

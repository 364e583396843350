package io.koordbridge.colo.convert;

import io.koordbridge.colo.config.UnreadableFileException;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.InputFile;
import io.koordbridge.colo.terminal.Session;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Translates the configuration of Koordinator's scheduler. */
@Command(
        name = "scheduler-config",
        description = {
            "Prints the values of the chart that say the same as a KubeSchedulerConfiguration of Koordinator, or a ConfigMap with one.",
            "Names each field without a counterpart on the error output."
        })
public final class ConvertSchedulerConfigCommand implements Callable<Integer> {

    private final Session session;
    private final InputStream input;

    @Parameters(paramLabel = "FILE", description = "YAML or JSON; - reads the standard input.")
    private String file = "";

    @Option(names = "--strict", description = "Ends with 1 when a field is not translated.")
    private boolean strict;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** A command that reads {@code -} from a stream. */
    public ConvertSchedulerConfigCommand(Session session, InputStream input) {
        this.session = session;
        this.input = input;
    }

    @Override
    public Integer call() {
        String text = InputFile.text(spec, file, input);
        PrintWriter err = spec.commandLine().getErr();
        Conversion conversion;
        try {
            conversion = SchedulerConfigConverter.convert(SchedulerConfigFile.read(text));
        } catch (RefusedFieldException e) {
            err.println("colo: " + file + ": " + e.getMessage());
            return ExitCodes.PROBLEM_FOUND;
        } catch (UnreadableFileException e) {
            String line = e.line() == 0 ? "" : "line " + e.line() + ": ";
            err.println("colo: " + file + ": " + line + e.getMessage());
            return ExitCodes.PROBLEM_FOUND;
        }
        spec.commandLine().getOut().println(session.values(spec, conversion.values()));
        conversion.untranslated().forEach(one -> err.println("colo: " + file + ": " + one.line()));
        return strict && !conversion.untranslated().isEmpty() ? ExitCodes.PROBLEM_FOUND : ExitCodes.OK;
    }
}

package io.koordbridge.colo.config;

import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import io.koordbridge.sloconfig.review.ConfigReview;
import io.koordbridge.sloconfig.review.Finding;
import io.koordbridge.sloconfig.review.Finding.Severity;
import io.koordbridge.sloconfig.review.UnusedFields;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Looks at a configuration with the eyes of the manager. */
@Command(
        name = "validate",
        description = {
            "Reads a config map slo-controller-config, or its data, and names line, key, field, problem and allowed range.",
            "Ends with 1 when something would be rejected or ignored; only warnings end with 0."
        })
public final class ConfigValidateCommand implements Callable<Integer> {

    private static final String STANDARD_INPUT = "-";
    private static final long LARGEST_BYTES = 4L << 20;
    private static final Comparator<Finding> BY_LINE =
            Comparator.comparingInt(Finding::line).thenComparing(Finding::key).thenComparing(Finding::field);

    private final Session session;
    private final InputStream input;

    @Parameters(paramLabel = "FILE", description = "YAML or JSON; - reads the standard input.")
    private String file = "";

    @Option(
            names = "--agent",
            paramLabel = "AGENT",
            defaultValue = "koordlet",
            description =
                    "Node agent that runs, which decides what has no effect:%n${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private NodeAgent agent = NodeAgent.KOORDLET;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** A command that reads {@code -} from a stream. */
    public ConfigValidateCommand(Session session, InputStream input) {
        this.session = session;
        this.input = input;
    }

    @Override
    public Integer call() {
        String text = text();
        List<Finding> findings;
        int keys = 0;
        try {
            List<ConfigFile> configs = ConfigFile.read(text);
            keys = configs.stream().mapToInt(config -> config.data().size()).sum();
            findings = configs.stream().flatMap(this::of).sorted(BY_LINE).toList();
        } catch (UnreadableFileException e) {
            String problem = Optional.ofNullable(e.getMessage()).orElse("");
            findings = List.of(new Finding(Severity.ERROR, e.line(), "", "", problem, ""));
        }
        List<Finding> found = findings;
        int counted = keys;
        spec.commandLine()
                .getOut()
                .println(session.text(
                        spec, FindingFormatter.document(file, found), () -> FindingFormatter.table(found, counted)));
        return FindingFormatter.errors(findings) == 0 ? ExitCodes.OK : ExitCodes.PROBLEM_FOUND;
    }

    private Stream<Finding> of(ConfigFile config) {
        List<Finding> unused = agent == NodeAgent.KOORDLET ? UnusedFields.of(config.data()) : List.of();
        return Stream.concat(
                config.findings().stream(),
                Stream.concat(ConfigReview.of(config.data()).stream(), unused.stream())
                        .map(finding -> inFile(finding, config)));
    }

    private static Finding inFile(Finding one, ConfigFile config) {
        int line = config.line(one.key(), one.line());
        return new Finding(one.severity(), line, one.key(), one.field(), one.problem(), one.allowed());
    }

    private String text() {
        try {
            byte[] bytes = file.equals(STANDARD_INPUT) ? input.readNBytes((int) LARGEST_BYTES + 1) : fileBytes();
            if (bytes.length > LARGEST_BYTES) {
                throw refused("larger than " + LARGEST_BYTES + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException | InvalidPathException e) {
            throw refused(e.toString());
        }
    }

    private byte[] fileBytes() throws IOException {
        Path path = Path.of(file);
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw refused("no file that can be read");
        }
        try (InputStream in = Files.newInputStream(path)) {
            return in.readNBytes((int) LARGEST_BYTES + 1);
        }
    }

    private ParameterException refused(String why) {
        return new ParameterException(spec.commandLine(), "'" + file + "': " + why);
    }
}

package io.koordbridge.colo.config;

import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.InputFile;
import io.koordbridge.colo.terminal.Session;
import io.koordbridge.sloconfig.review.ConfigReview;
import io.koordbridge.sloconfig.review.Finding;
import io.koordbridge.sloconfig.review.Finding.Severity;
import io.koordbridge.sloconfig.review.GatedFields;
import io.koordbridge.sloconfig.review.UnusedFields;
import java.io.InputStream;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

    @Option(
            names = "--gates",
            paramLabel = "GATE=true|false",
            split = ",",
            description = {
                "Feature gates of koordlet that are switched; one that is not named is as in the ConfigMap",
                "koordlet-config, where FILE has it as well, and else has its default."
            })
    private Map<String, Boolean> gates = new HashMap<>();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** A command that reads {@code -} from a stream. */
    public ConfigValidateCommand(Session session, InputStream input) {
        this.session = session;
        this.input = input;
    }

    @Override
    public Integer call() {
        String text = InputFile.text(spec, file, input);
        List<Finding> findings;
        int keys = 0;
        try {
            List<ConfigFile> configs = ConfigFile.read(text);
            keys = configs.stream().mapToInt(config -> config.data().size()).sum();
            Map<String, Boolean> switched = AgentFile.gates(text);
            switched.putAll(gates);
            findings = configs.stream()
                    .flatMap(config -> of(config, switched))
                    .sorted(BY_LINE)
                    .toList();
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

    private Stream<Finding> of(ConfigFile config, Map<String, Boolean> switched) {
        Map<String, String> data = config.data();
        List<Finding> unused = agent == NodeAgent.KOORDLET ? UnusedFields.of(data) : List.of();
        List<Finding> gated = agent == NodeAgent.KOORDLET ? GatedFields.of(data, switched) : List.of();
        List<Finding> reviewed = ConfigReview.of(data);
        Stream<Finding> further = Stream.concat(unused.stream(), gated.stream())
                .filter(one -> reviewed.stream().noneMatch(other -> isAboutTheSame(one, other)));
        return Stream.concat(
                config.findings().stream(),
                Stream.concat(reviewed.stream(), further).map(finding -> inFile(finding, config)));
    }

    private static boolean isAboutTheSame(Finding one, Finding other) {
        return one.key().equals(other.key()) && one.field().equals(other.field());
    }

    private static Finding inFile(Finding one, ConfigFile config) {
        int line = config.line(one.key(), one.line());
        return new Finding(one.severity(), line, one.key(), one.field(), one.problem(), one.allowed());
    }
}

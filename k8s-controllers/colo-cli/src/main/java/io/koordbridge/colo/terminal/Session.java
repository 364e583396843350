package io.koordbridge.colo.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.answer.Endpoint;
import io.koordbridge.colo.answer.LocalPorts;
import io.koordbridge.colo.cluster.ClusterAccess;
import io.koordbridge.colo.cluster.ClusterOptions;
import io.koordbridge.protocol.tls.Authorities;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** Options of every command and what follows from them. */
public final class Session implements AutoCloseable {
    private static final String HERE = "http://127.0.0.1:";
    private static final DumpSettings YAML =
            DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build();

    private final Map<String, String> environment;

    @Mixin
    private final ClusterOptions clusterOptions;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            scope = ScopeType.INHERIT,
            defaultValue = "table",
            description = "Output: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private OutputFormat output = OutputFormat.TABLE;

    @Option(
            names = "--operator",
            scope = ScopeType.INHERIT,
            converter = HttpAddress.class,
            paramLabel = "URL",
            description = "The yarn-operator. Default: $COLO_OPERATOR, else%nthe leader in the cluster, else%n" + HERE
                    + LocalPorts.OPERATOR)
    private @Nullable URI operatorOption;

    @Option(
            names = "--manager",
            scope = ScopeType.INHERIT,
            converter = HttpAddress.class,
            paramLabel = "URL",
            description =
                    "The koord-manager, for 'status', 'capacity' and 'explain'. Default: $COLO_MANAGER, else%nthe leader in the cluster, else%n"
                            + HERE + LocalPorts.MANAGER)
    private @Nullable URI managerOption;

    @Option(
            names = "--scheduler",
            scope = ScopeType.INHERIT,
            converter = HttpAddress.class,
            paramLabel = "URL",
            description =
                    "The koord-scheduler that leads, for 'explain pod' and 'quota'. Default:%n$COLO_SCHEDULER, else the leader in the cluster, else%n"
                            + HERE + LocalPorts.SCHEDULER)
    private @Nullable URI schedulerOption;

    @Option(
            names = "--descheduler",
            scope = ScopeType.INHERIT,
            converter = HttpAddress.class,
            paramLabel = "URL",
            description =
                    "The koord-descheduler that leads, for 'descheduler plan' and 'explain migration'. Default:%n$COLO_DESCHEDULER, else the leader in the cluster, else%n"
                            + HERE + LocalPorts.DESCHEDULER)
    private @Nullable URI deschedulerOption;

    @Option(
            names = "--timeout",
            scope = ScopeType.INHERIT,
            converter = Seconds.class,
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "Patience with one answer (default: ${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ofSeconds(5);

    @Option(
            names = "--token-file",
            scope = ScopeType.INHERIT,
            converter = BearerToken.class,
            paramLabel = "FILE",
            description = "File with the bearer token that is sent. Default: the%ntoken $COLO_TOKEN, else none.")
    private @Nullable String token;

    @Option(
            names = "--ca-file",
            scope = ScopeType.INHERIT,
            converter = CaFile.class,
            paramLabel = "FILE",
            description =
                    "Authorities of https:// addresses, in PEM. Default: in a%ncluster its ConfigMap koord-bridge-ca, else those of Java.")
    private @Nullable Authorities authorities;

    /** The way through the API server, made when the first command needs it. */
    private @Nullable ClusterAccess cluster;

    public Session(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
        this.clusterOptions = new ClusterOptions(this.environment);
    }

    /** Whether documents are wanted, not tables. */
    public boolean structured() {
        return output == OutputFormat.JSON || output == OutputFormat.YAML;
    }

    /** Whether all columns are wanted. */
    public boolean wide() {
        return output == OutputFormat.WIDE;
    }

    /** A document as the output wants it, or what people read. */
    public String text(CommandSpec command, JsonNode document, Supplier<String> table) {
        if (output == OutputFormat.NAME) {
            throw new ParameterException(command.commandLine(), "-o name is for the commands nodes and capacity");
        }
        if (output == OutputFormat.VALUES) {
            throw new ParameterException(command.commandLine(), "-o values is for the command convert");
        }
        return structured() ? document(document) : table.get();
    }

    /** Values of the chart: YAML, or JSON when that is wanted. */
    public String values(CommandSpec command, JsonNode values) {
        return switch (output) {
            case TABLE, VALUES, YAML -> yaml(values);
            case JSON -> json(values);
            case WIDE, NAME ->
                throw new ParameterException(
                        command.commandLine(),
                        "-o " + output.name().toLowerCase(Locale.ROOT) + ", allowed: values, yaml, json");
        };
    }

    /** As the other, of a list of nodes. */
    public String text(CommandSpec command, JsonNode document, List<String> nodes, Supplier<String> table) {
        return output == OutputFormat.NAME
                ? nodes.stream().map(name -> "node/" + name).collect(Collectors.joining("\n"))
                : text(command, document, table);
    }

    /**
     * Asks a component: at the address of its option or variable, else in the pod of its leader if a cluster is known, else on this host.
     *
     * @throws AnswerException if the cluster does not lead to a pod
     */
    public ApiReader api(Component component) {
        return new ApiReader(endpoint(component), timeout, token());
    }

    private Endpoint endpoint(Component component) {
        return address(component)
                .orElseGet(() -> clusterOptions.given()
                        ? cluster().endpoint(component)
                        : Endpoint.onThisHost(component, authorities()));
    }

    /** The address that an option or a variable names for a component. */
    public Optional<Endpoint> address(Component component) {
        URI option = switch (component) {
            case OPERATOR -> operatorOption;
            case MANAGER -> managerOption;
            case SCHEDULER -> schedulerOption;
            case DESCHEDULER -> deschedulerOption;
        };
        String given = environment.getOrDefault(component.variable(), "");
        if (option != null) {
            return Optional.of(Endpoint.at(component, option, authorities()));
        }
        return given.isBlank()
                ? Optional.empty()
                : Optional.of(
                        Endpoint.at(component, HttpAddress.parse(given, "$" + component.variable()), authorities()));
    }

    private Authorities authorities() {
        return authorities == null ? Authorities.OF_THE_RUNTIME : authorities;
    }

    /**
     * The cluster itself.
     *
     * @throws AnswerException if none is known, or its kubeconfig cannot be read
     */
    public ClusterAccess cluster() {
        if (!clusterOptions.given()) {
            throw new AnswerException("no cluster is known: give --kubeconfig, or set $KUBECONFIG");
        }
        if (cluster == null) {
            cluster = ClusterAccess.open(clusterOptions.choice(), timeout, Optional.ofNullable(authorities));
        }
        return cluster;
    }

    /** Patience with one answer. */
    public Duration timeout() {
        return timeout;
    }

    /** What the environment says of a variable, empty when it says nothing. */
    public String variable(String name) {
        return environment.getOrDefault(name, "");
    }

    /** Bearer token that is sent, empty for none. */
    public String token() {
        if (token != null) {
            return token;
        }
        String given = environment.getOrDefault("COLO_TOKEN", "");
        return given.isBlank() ? "" : BearerToken.parse(given, "$COLO_TOKEN");
    }

    private String document(JsonNode document) {
        return output == OutputFormat.YAML ? yaml(document) : json(document);
    }

    /** A document in YAML. */
    public static String yaml(JsonNode document) {
        try {
            return new Dump(YAML)
                    .dumpToString(ApiReader.JSON.treeToValue(document, Object.class))
                    .stripTrailing();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot print what was just read", e);
        }
    }

    private static String json(JsonNode document) {
        try {
            return ApiReader.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot print what was just read", e);
        }
    }

    @Override
    public void close() {
        if (cluster != null) {
            cluster.close();
            cluster = null;
        }
    }
}

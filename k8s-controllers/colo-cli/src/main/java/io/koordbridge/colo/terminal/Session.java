package io.koordbridge.colo.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.colo.answer.ApiReader;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options of every command and what follows from them. */
public final class Session {
    private static final String DEFAULT_OPERATOR = "http://127.0.0.1:8080";
    private static final String DEFAULT_MANAGER = "http://127.0.0.1:8090";
    private static final String DEFAULT_SCHEDULER = "http://127.0.0.1:8091";

    private final Map<String, String> environment;

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
            description = "The yarn-operator. Default: $COLO_OPERATOR, else%n" + DEFAULT_OPERATOR)
    private @Nullable URI operatorOption;

    @Option(
            names = "--manager",
            scope = ScopeType.INHERIT,
            converter = HttpAddress.class,
            paramLabel = "URL",
            description =
                    "The koord-manager, for 'capacity' and 'explain'. Default: $COLO_MANAGER, else%n" + DEFAULT_MANAGER)
    private @Nullable URI managerOption;

    @Option(
            names = "--scheduler",
            scope = ScopeType.INHERIT,
            converter = HttpAddress.class,
            paramLabel = "URL",
            description = "The koord-scheduler that leads, for 'explain pod'. Default:%n$COLO_SCHEDULER, else "
                    + DEFAULT_SCHEDULER)
    private @Nullable URI schedulerOption;

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

    public Session(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    public boolean json() {
        return output == OutputFormat.JSON;
    }

    public URI operator() {
        if (operatorOption != null) {
            return operatorOption;
        }
        String given = environment.getOrDefault("COLO_OPERATOR", "");
        return HttpAddress.parse(given.isBlank() ? DEFAULT_OPERATOR : given, "$COLO_OPERATOR");
    }

    public URI manager() {
        if (managerOption != null) {
            return managerOption;
        }
        String given = environment.getOrDefault("COLO_MANAGER", "");
        return HttpAddress.parse(given.isBlank() ? DEFAULT_MANAGER : given, "$COLO_MANAGER");
    }

    public URI scheduler() {
        if (schedulerOption != null) {
            return schedulerOption;
        }
        String given = environment.getOrDefault("COLO_SCHEDULER", "");
        return HttpAddress.parse(given.isBlank() ? DEFAULT_SCHEDULER : given, "$COLO_SCHEDULER");
    }

    public ApiReader schedulerApi() {
        return new ApiReader(
                "koord-scheduler", scheduler(), "--scheduler", timeout, token(), new ApiReader.Api("apis/v1/", 8091));
    }

    public ApiReader operatorApi() {
        return new ApiReader("yarn-operator", operator(), "--operator", timeout, token());
    }

    public ApiReader managerApi() {
        return new ApiReader("koord-manager", manager(), "--manager", timeout, token());
    }

    private String token() {
        if (token != null) {
            return token;
        }
        String given = environment.getOrDefault("COLO_TOKEN", "");
        return given.isBlank() ? "" : BearerToken.parse(given, "$COLO_TOKEN");
    }

    /** The document as text for scripts. */
    public static String pretty(JsonNode document) {
        try {
            return ApiReader.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot print what was just read", e);
        }
    }
}

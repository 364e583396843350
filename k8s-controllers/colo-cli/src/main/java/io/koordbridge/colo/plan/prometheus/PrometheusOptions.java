package io.koordbridge.colo.plan.prometheus;

import io.koordbridge.colo.terminal.BearerToken;
import io.koordbridge.colo.terminal.CaFile;
import io.koordbridge.colo.terminal.HttpAddress;
import io.koordbridge.colo.terminal.PastTime;
import io.koordbridge.protocol.tls.Authorities;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a Prometheus is asked, and for which time. */
public final class PrometheusOptions {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(90);

    @Option(
            names = "--prometheus",
            paramLabel = "URL",
            converter = HttpAddress.class,
            description =
                    "Read what this Prometheus has recorded: node exporter's series, cAdvisor's where they are missing.")
    private @Nullable URI address;

    @Option(
            names = "--prometheus-token-file",
            paramLabel = "FILE",
            converter = BearerToken.class,
            description = "File with a bearer token for it.")
    private @Nullable String token;

    @Option(
            names = "--prometheus-ca",
            paramLabel = "FILE",
            converter = CaFile.class,
            description = "Authorities of its https:// address, in PEM. Default: those of Java.")
    private @Nullable Authorities authorities;

    @Option(
            names = "--prometheus-match",
            paramLabel = "MATCHERS",
            defaultValue = "",
            description = "Matchers that every series has to fit, such as cluster=\"prod\".")
    private String match = "";

    @Option(
            names = "--node-label",
            paramLabel = "NAME",
            defaultValue = "",
            description =
                    "Label with the name of the node. Default: node, else%nkubernetes_node, else instance without its port.")
    private String label = "";

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = PastTime.class,
            defaultValue = "7d",
            description = "How far back, such as 12h or 7d (default: ${DEFAULT-VALUE}).")
    private Duration from = Duration.ofDays(7);

    @Option(
            names = "--step",
            paramLabel = "TIME",
            converter = PastTime.class,
            defaultValue = "1m",
            description = "Time between two samples, such as 30s or 5m (default: ${DEFAULT-VALUE}).")
    private Duration step = Duration.ofMinutes(1);

    /** Whether a Prometheus is named. */
    public boolean given() {
        return address != null;
    }

    /** An option with its value that cannot be used, and its range; empty for none. */
    public String problem() {
        if (step.isZero() || step.compareTo(Duration.ofMinutes(10)) > 0) {
            return "--step " + step.toSeconds() + "s is not allowed: 1s to 10m";
        }
        if (from.compareTo(step) < 0 || from.compareTo(LONGEST) > 0) {
            return "--from " + from.toSeconds() + "s is not allowed: one step to 90d";
        }
        if (!label.isEmpty() && !label.matches("[a-zA-Z_][a-zA-Z0-9_]*")) {
            return "--node-label '" + label + "' is no name of a label: letters, digits and _";
        }
        return "";
    }

    /**
     * What to read from.
     *
     * @param timeout patience with one answer; ranges get a minute at least
     */
    public PrometheusSource source(Duration timeout) {
        if (address == null) {
            throw new IllegalStateException("no --prometheus");
        }
        PrometheusClient client = new PrometheusClient(
                address,
                timeout.compareTo(PATIENCE) < 0 ? PATIENCE : timeout,
                PAUSE,
                token == null ? "" : token,
                authorities == null ? Authorities.OF_THE_RUNTIME : authorities);
        return new PrometheusSource(client, NodeNames.by(label), match.strip(), from, step);
    }
}

package io.koordbridge.manager.server.certificate;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.protocol.WellKnown;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.stream.Stream;

/** Section {@code pageAuthority}. */
public final class PageAuthorityConfig {

    private static final List<String> PROCESSES = List.of("koord-manager", "yarn-operator", "koord-descheduler");

    @JsonProperty
    @JsonPropertyDescription(
            "Whether certificates of pages are made here: an authority in the Secret koord-bridge-ca, what clients trust in the "
                    + "ConfigMap of that name, and for each process the Secret koord-bridge-pages-NAME with tls.crt, tls.key and ca.crt.")
    private boolean enabled;

    @NotEmpty
    @JsonProperty
    @JsonPropertyDescription(
            "Namespace of these objects, and of the processes: a certificate is for NAME.NAMESPACE.svc.")
    private String namespace = WellKnown.NAMESPACE;

    @NotNull
    @JsonProperty
    @JsonPropertyDescription("Processes that get a certificate.")
    private List<String> processes = PROCESSES;

    /** Whether certificates of pages are made here. */
    public boolean enabled() {
        return enabled;
    }

    String namespace() {
        return namespace;
    }

    List<String> processes() {
        return processes;
    }

    /** Names of all Secrets that any configuration of the chart makes or has made, the private key of the authority included. */
    public static List<String> secrets() {
        return Stream.concat(
                        Stream.of(WellKnown.PAGE_AUTHORITY), PROCESSES.stream().map(PageAuthorityConfig::secretOf))
                .toList();
    }

    static String secretOf(String process) {
        return WellKnown.PAGE_SECRET_PREFIX + process;
    }
}

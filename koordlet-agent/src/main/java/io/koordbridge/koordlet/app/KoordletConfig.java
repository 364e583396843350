package io.koordbridge.koordlet.app;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.koordlet.audit.AuditConfig;
import io.koordbridge.koordlet.collect.CollectConfig;
import io.koordbridge.koordlet.config.Defaults;
import io.koordbridge.koordlet.evict.EvictConfig;
import io.koordbridge.koordlet.gate.FeatureGates;
import io.koordbridge.koordlet.kubelet.KubeletConfig;
import io.koordbridge.koordlet.qos.batchresource.BatchResourceConfig;
import io.koordbridge.koordlet.qos.memory.MemoryConfig;
import io.koordbridge.koordlet.qos.suppress.SuppressConfig;
import io.koordbridge.koordlet.report.ReportConfig;
import io.koordbridge.koordlet.tier.TierConfig;
import io.koordbridge.koordlet.yarn.YarnConfig;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The configuration file; every part and every key may be left out. */
public record KoordletConfig(
        @JsonPropertyDescription("Name of the Node object; the flag --node-name, then the environment NODE_NAME win.")
        @Nullable
        String nodeName,

        @JsonPropertyDescription("How to reach the API server; nothing set means the service account of the pod.")
        Kubernetes kubernetes,

        @JsonPropertyDescription("Where the kernel's file systems are mounted.")
        Roots roots,

        @JsonProperty("observeOnly") @JsonPropertyDescription("Measure and report, write no control group.")
        boolean observesOnly,

        @JsonPropertyDescription("How often to measure, and how much to keep.")
        CollectConfig collect,

        @JsonPropertyDescription("Reports in the NodeMetric: floors under what its spec asks for, and early reports.")
        ReportConfig report,

        @JsonPropertyDescription("Switches by name; what is not named has its default.")
        Map<String, Boolean> featureGates,

        @JsonPropertyDescription("Suppression of best-effort work.")
        SuppressConfig suppress,

        @JsonPropertyDescription("Limits of best-effort pods from their batch resources.")
        BatchResourceConfig batchResource,

        @JsonPropertyDescription("Evictions of pods and YARN containers, which feature gates switch on.")
        EvictConfig evict,

        @JsonPropertyDescription("Memory of the best-effort tier, before anything is evicted.")
        MemoryConfig memory,

        @JsonPropertyDescription("The best-effort tier of control groups.")
        TierConfig tier,

        @JsonPropertyDescription("The plugin in the node's NodeManager.")
        YarnConfig yarn,

        @JsonPropertyDescription("The record of every write to a control group.")
        AuditConfig audit,

        @JsonPropertyDescription("Health, state and metrics over HTTP.")
        Admin admin) {

    public static final KoordletConfig DEFAULT = new KoordletConfig(
            null,
            Kubernetes.DEFAULT,
            Roots.DEFAULT,
            false,
            CollectConfig.DEFAULT,
            ReportConfig.DEFAULT,
            Map.of(),
            SuppressConfig.DEFAULT,
            BatchResourceConfig.DEFAULT,
            EvictConfig.DEFAULT,
            MemoryConfig.DEFAULT,
            TierConfig.DEFAULT,
            YarnConfig.DEFAULT,
            AuditConfig.DEFAULT,
            Admin.DEFAULT);

    public KoordletConfig {
        kubernetes = Objects.requireNonNullElse(kubernetes, Kubernetes.DEFAULT);
        roots = Objects.requireNonNullElse(roots, Roots.DEFAULT);
        collect = Objects.requireNonNullElse(collect, CollectConfig.DEFAULT);
        report = Objects.requireNonNullElse(report, ReportConfig.DEFAULT);
        featureGates = featureGates == null ? Map.of() : Map.copyOf(featureGates);
        suppress = Objects.requireNonNullElse(suppress, SuppressConfig.DEFAULT);
        batchResource = Objects.requireNonNullElse(batchResource, BatchResourceConfig.DEFAULT);
        evict = Objects.requireNonNullElse(evict, EvictConfig.DEFAULT);
        memory = Objects.requireNonNullElse(memory, MemoryConfig.DEFAULT);
        tier = Objects.requireNonNullElse(tier, TierConfig.DEFAULT);
        yarn = Objects.requireNonNullElse(yarn, YarnConfig.DEFAULT);
        audit = Objects.requireNonNullElse(audit, AuditConfig.DEFAULT);
        admin = Objects.requireNonNullElse(admin, Admin.DEFAULT);
        report.requireWindowFor(collect);
    }

    /**
     * Gates at their defaults but for those that are named.
     *
     * @throws IllegalArgumentException on a name that is no gate
     */
    FeatureGates gates() {
        return new FeatureGates(featureGates);
    }

    /** How to reach the API server; nothing means the service account of the pod. */
    public record Kubernetes(
            @JsonPropertyDescription("File with the address and the credentials.") @Nullable
            String kubeconfig,

            @JsonPropertyDescription("URL of the API server, instead of a file; plain http allowed.") @Nullable
            String apiServer,

            @Min(1) @Max(300) @JsonPropertyDescription("Limit of one call.")
            int requestTimeoutSeconds,

            @JsonPropertyDescription("How to reach the kubelet of the node.")
            KubeletConfig kubelet) {
        static final Kubernetes DEFAULT = new Kubernetes(null, null, 10, KubeletConfig.DEFAULT);

        public Kubernetes {
            requestTimeoutSeconds = Defaults.number(requestTimeoutSeconds, 10);
            kubelet = Objects.requireNonNullElse(kubelet, KubeletConfig.DEFAULT);
        }
    }

    /** Where the kernel's file systems are mounted. */
    public record Roots(
            @JsonPropertyDescription("Control groups, version 1 or 2.")
            String cgroup,

            @JsonPropertyDescription("Processes.") String proc,

            @JsonPropertyDescription("Processors and NUMA nodes.")
            String sys) {
        static final Roots DEFAULT = new Roots("/sys/fs/cgroup", "/proc", "/sys");

        public Roots {
            cgroup = Defaults.text(cgroup, "/sys/fs/cgroup");
            proc = Defaults.text(proc, "/proc");
            sys = Defaults.text(sys, "/sys");
        }
    }

    /** The admin server. */
    public record Admin(
            @JsonPropertyDescription("Address that it listens on.")
            String bind,

            @Min(0) @Max(HIGHEST_PORT) @JsonPropertyDescription("Port; 0 takes a free one.")
            Integer port,

            @JsonPropertyDescription(
                    "Whether /state, /plan and /events are served to other hosts without a bearer token.")
            boolean anonymous) {
        private static final int HIGHEST_PORT = 65_535;
        static final Admin DEFAULT = new Admin("127.0.0.1", 9316, false);

        public Admin {
            bind = Defaults.text(bind, "127.0.0.1");
            port = Objects.requireNonNullElse(port, 9316);
        }
    }
}

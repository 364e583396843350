package io.koordbridge.colo.preflight;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Versions and processes. */
@PureCore
final class Versions {
    /** {@code kubeVersion} of chart koord-bridge. */
    static final int OLDEST_MINOR = 30;

    private static final Pattern KUBERNETES = Pattern.compile("v?1\\.(\\d{1,4})(\\D.*)?");
    private static final String PART = "versions";

    private Versions() {}

    /** Number behind the dot of {@code v1.30.2}; empty when it is no such version. */
    static OptionalInt minor(String version) {
        Matcher matcher = KUBERNETES.matcher(version);
        return matcher.matches() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }

    static Finding server(String version) {
        OptionalInt minor = minor(version);
        if (minor.isEmpty()) {
            return Finding.warn(
                    PART, "API server", "version '" + version + "' is not understood", "want 1.30 or newer");
        }
        return minor.getAsInt() < OLDEST_MINOR
                ? Finding.fail(
                        PART, "API server", version, "upgrade the cluster: Kubernetes 1." + OLDEST_MINOR + " or newer")
                : Finding.ok(PART, "API server", version);
    }

    /**
     * A kube-scheduler may be one minor version older than the API server, and never newer.
     *
     * @param scheduler tag of its image, null when it does not run
     */
    static List<Finding> scheduler(String server, @Nullable String scheduler) {
        if (scheduler == null) {
            return List.of();
        }
        OptionalInt its = minor(scheduler);
        OptionalInt servers = minor(server);
        String remedy = "helm upgrade takes the API server's version " + server
                + ", unless scheduler.kubeScheduler.image names another";
        if (its.isEmpty() || servers.isEmpty()) {
            return List.of(
                    Finding.warn(PART, "kube-scheduler", "image tag '" + scheduler + "' names no version", remedy));
        }
        int ahead = its.getAsInt() - servers.getAsInt();
        return List.of(
                ahead > 0 || ahead < -1
                        ? Finding.fail(PART, "kube-scheduler", scheduler + " beside API server " + server, remedy)
                        : Finding.ok(PART, "kube-scheduler", scheduler));
    }

    /** Whether all run, and the same version. */
    static List<Finding> workloads(List<Workload> workloads) {
        List<Finding> findings = new ArrayList<>();
        for (Workload one : workloads) {
            findings.add(workload(one));
        }
        TreeSet<String> tags = workloads.stream()
                .filter(Workload::exists)
                .map(Workload::version)
                .filter(tag -> !tag.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
        if (tags.size() > 1) {
            findings.add(Finding.warn(
                    PART,
                    "Koord Bridge",
                    "several: " + String.join(", ", tags),
                    "finish the upgrade: helm upgrade with one version"));
        } else if (!tags.isEmpty()) {
            findings.add(Finding.ok(PART, "Koord Bridge", tags.first()));
        }
        return findings;
    }

    private static Finding workload(Workload one) {
        Integer wanted = one.wanted();
        if (wanted == null) {
            return Finding.warn(
                    "processes", one.name(), "not installed", "helm install koord-bridge, or leave it out knowingly");
        }
        String pods = one.ready() + " of " + wanted + " pods ready";
        return one.ready() < wanted || wanted == 0
                ? Finding.fail(
                        "processes",
                        one.name(),
                        pods,
                        "kubectl describe its pods (label koord-app=" + one.name() + ") and read their events and logs")
                : Finding.ok("processes", one.name(), pods);
    }
}

package io.koordbridge.koordlet.gate;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.review.NearestName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Arguments of the reference's agent: some become ours, the others are known and have no meaning here. */
@PureCore
public final class ReferenceFlags {

    /** By their name, the name of ours that means the same. */
    private static final Map<String, String> TRANSLATED = Map.of(
            "cgroup-root-dir", "cgroup-root",
            "proc-root-dir", "proc-root",
            "sys-root-dir", "sys-root",
            "feature-gates", "feature-gates",
            "kubeconfig", "kubeconfig");

    private static final Set<String> KNOWN = Set.of("""
        add_dir_header alsologtostderr audit-max-concurrent-readers audit-max-events-limit
        audit-verbose coldpage-collector-interval collect-cpi-timewindow collect-node-cpu-info-interval collect-node-storage-info-interval
        collect-sys-metric-outdated-interval configmap-name configmap-namespace containerd-endpoint
        cpi-collector-interval cpu-evict-interval-seconds
        cpu-suppress-interval-seconds default-runtime-type disable-query-kubelet-config disable-unset-cpu-quota docker-endpoint
        enable-nri-runtime-hook enable-pagecache-collector enable-pod-taskids enable-pprof
        enable-resctrl-collector kube-api-burst kube-api-qps kubelet-preferred-address-type kubelet-read-only-port
        kubelet-sync-interval kubelet-sync-timeout log_backtrace_at log_dir log_file log_file_max_size logtostderr
        memory-evict-interval-seconds metric-expire-seconds
        metric-gc-interval-seconds
        node-topology-sync-interval one_output only-evict-by-api pod-resources-proxy-path pouch-endpoint pprof-addr
        psi-collector-interval
        qos-extension-plugins reconcile-interval-seconds report-interval resctrl-collector-interval resource-force-update-seconds
        run-root-dir runtime-hooks-addr runtime-hooks-disable-stages runtime-hooks-failure-policy runtime-hooks-host-endpoint
        runtime-hooks-network runtime-hooks-nri-backoff-cap runtime-hooks-nri-backoff-duration runtime-hooks-nri-backoff-factor
        runtime-hooks-nri-backoff-jitter runtime-hooks-nri-backoff-steps runtime-hooks-nri-connect-timeout
        runtime-hooks-nri-plugin-index runtime-hooks-nri-plugin-name runtime-hooks-nri-socket-path
        runtime-hooks-plugin-failure-policy runtime-hooks-reconcile-interval skip_headers skip_log_headers stderrthreshold
        sys-fs-root-dir training-interval tsdb-enable-promql-at-modifier tsdb-head-chunks-write-buffer-size tsdb-max-block-duration
        tsdb-max-bytes tsdb-max-out-of-order-time-window tsdb-min-block-duration tsdb-path tsdb-retention-duration
        tsdb-stripe-size tsdb-wal-segment-size v var-run-root-dir vmodule
        """.strip().split("\\s+"));

    private ReferenceFlags() {}

    /**
     * Arguments that our parser takes, and what the others would have meant.
     *
     * @param settings values of keys of the configuration, by their names with dots
     * @param warnings one for each flag without a meaning here
     */
    public record Split(List<String> args, Map<String, Object> settings, List<String> warnings) {

        public Split {
            args = List.copyOf(args);
            settings = Map.copyOf(settings);
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Sorts arguments. The reference writes flags with one dash or two, with their value behind {@code =} or as the next argument.
     *
     * @param ours names of our flags without dashes
     * @throws IllegalArgumentException naming an unknown flag, and the nearest one; or a flag with a value that is not allowed
     */
    public static Split split(List<String> args, Collection<String> ours) {
        List<String> kept = new ArrayList<>();
        Map<String, Object> settings = new LinkedHashMap<>();
        List<String> warnings = new ArrayList<>();
        for (int i = 0; i < args.size(); i++) {
            String arg = args.get(i);
            String name = nameOf(arg);
            if (name.isEmpty() || ours.contains(name)) {
                kept.add(name.isEmpty() ? arg : "--" + arg.substring(arg.indexOf(name)));
            } else if (TRANSLATED.containsKey(name)) {
                kept.add("--" + TRANSLATED.get(name) + arg.substring(arg.indexOf(name) + name.length()));
            } else {
                boolean separate = isSeparate(args, i);
                String value = separate ? args.get(i + 1) : valueOf(arg);
                Optional<ReferenceSettings.Translation> ofKey = ReferenceSettings.find(name);
                if (ofKey.isPresent()) {
                    settings.putAll(ReferenceSettings.read(ofKey.get(), value));
                } else if (KNOWN.contains(name)) {
                    warnings.add("--" + name + " has no meaning for this agent");
                } else {
                    throw new IllegalArgumentException("unknown flag --" + name + hint(name, ours));
                }
                i += separate ? 1 : 0;
            }
        }
        return new Split(kept, settings, warnings);
    }

    /** Whether the next argument is the value; a switch has none there. */
    private static boolean isSeparate(List<String> args, int i) {
        boolean isSwitch = ReferenceSettings.find(nameOf(args.get(i)))
                .filter(found -> found.form() == ReferenceSettings.Form.BOOLEAN)
                .isPresent();
        return !isSwitch
                && !args.get(i).contains("=")
                && i + 1 < args.size()
                && !args.get(i + 1).startsWith("-");
    }

    /** A switch that is only named is on. */
    private static String valueOf(String arg) {
        int equals = arg.indexOf('=');
        boolean isSwitch = ReferenceSettings.find(nameOf(arg))
                .filter(found -> found.form() == ReferenceSettings.Form.BOOLEAN)
                .isPresent();
        return equals >= 0 ? arg.substring(equals + 1) : isSwitch ? "true" : "";
    }

    private static String nameOf(String arg) {
        if (arg.length() < 2 || arg.charAt(0) != '-' || arg.equals("--") || arg.matches("-[A-Za-z]")) {
            return arg.equals("-v") ? "v" : "";
        }
        String bare = arg.substring(arg.startsWith("--") ? 2 : 1);
        int end = bare.indexOf('=');
        return end < 0 ? bare : bare.substring(0, end);
    }

    private static String hint(String name, Collection<String> ours) {
        Set<String> all = new TreeSet<>(KNOWN);
        all.addAll(TRANSLATED.keySet());
        ReferenceSettings.ALL.forEach(one -> all.add(one.flag()));
        all.addAll(ours);
        return NearestName.of(name, all)
                .map(nearest -> ", did you mean --" + nearest + "?")
                .orElse("; --help names all of them");
    }
}

package io.koordbridge.koordlet.measure.pressure;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.PressureStat;
import io.koordbridge.koordlet.collect.PeriodicSampler;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.collect.SampleSink;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.pressure.StalledResource.Degree;
import io.koordbridge.koordlet.measure.subject.SubjectGauges;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.protocol.KubeQos;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Pressure of the node, its tiers, pods and containers: into the store, and to metrics. One thread. */
public final class PressureSampler implements PeriodicSampler, AutoCloseable {

    private static final String BURSTABLE = "burstable";
    private static final String BEST_EFFORT = "besteffort";
    private static final double MICROS = 1_000_000;
    /** What is measured of each subject, in the order of its values. */
    private static final List<Wait> WAITS = Arrays.stream(StalledResource.values())
            .flatMap(resource -> Arrays.stream(Degree.values()).map(degree -> new Wait(resource, degree)))
            .toList();

    private final CgroupTree tree;
    private final PressureFiles files;
    private final Path proc;
    private final Duration interval;
    private final Function<Instant, SampleSink> output;
    private final SubjectGauges gauges;
    private final ReadErrors errors;
    private @Nullable Instant sampledAt;
    private volatile Seen seen = new Seen(0, false);

    /**
     * A sampler that has read nothing yet.
     *
     * @param proc where /proc is mounted
     * @param output takes the samples of a moment
     */
    public PressureSampler(
            CgroupTree tree,
            Path proc,
            Duration interval,
            Function<Instant, SampleSink> output,
            SubjectGauges gauges,
            ReadErrors errors) {
        this.tree = tree;
        this.files = new PressureFiles(tree);
        this.proc = proc.resolve("pressure");
        this.interval = interval;
        this.output = output;
        this.gauges = gauges;
        this.errors = errors;
    }

    /**
     * What the last sample found.
     *
     * @param subjects node, tiers, pods and containers with a value
     * @param cpuFull whether the kernel counts the time in which all work of a group waits for CPU
     */
    public record Seen(int subjects, boolean cpuFull) {}

    private record Wait(StalledResource resource, Degree degree) {}

    /** Pressure in the order of the waits; NaN where it is not known. */
    private static final class Values {
        private final double[] shares = new double[WAITS.size()];
        private final double[] stalls = new double[WAITS.size()];
        private boolean any;
        private boolean cpuFull;

        Values() {
            Arrays.fill(shares, Double.NaN);
            Arrays.fill(stalls, Double.NaN);
        }

        private void put(StalledResource resource, PressureStat stat) {
            any = true;
            cpuFull |= resource == StalledResource.CPU && stat.fullKnown();
            for (int i = 0; i < WAITS.size(); i++) {
                boolean some = WAITS.get(i).degree() == Degree.SOME;
                if (WAITS.get(i).resource() == resource && (some || stat.fullKnown())) {
                    put(i, some ? stat.some() : stat.full());
                }
            }
        }

        private void put(int at, PressureStat.Averages averages) {
            shares[at] = averages.avg10();
            stalls[at] = averages.totalMicros() < 0 ? Double.NaN : averages.totalMicros() / MICROS;
        }

        private double[] both() {
            double[] all = Arrays.copyOf(shares, 2 * WAITS.size());
            System.arraycopy(stalls, 0, all, WAITS.size(), WAITS.size());
            return all;
        }
    }

    /** What the last sample found; for people. */
    public Seen seen() {
        return seen;
    }

    @Override
    public void round(Instant now, List<PodInfo> pods, List<HostApplication> applications) {
        if (sampledAt != null && now.isBefore(sampledAt.plus(interval))) {
            return;
        }
        sampledAt = now;
        SampleSink sink = output.apply(now);
        CgroupPaths paths = tree.paths();
        Values node = ofNode(now);
        int subjects = node(SampleStore.NODE, "node", node, sink);
        subjects += node(BURSTABLE, BURSTABLE, ofGroup(paths.qosDir(KubeQos.BURSTABLE), now), sink);
        subjects += node(BEST_EFFORT, BEST_EFFORT, ofGroup(paths.bestEffortDir(), now), sink);
        for (PodInfo pod : pods) {
            if (!pod.finished()) {
                subjects += pod(pod, paths, now, sink);
            }
        }
        files.endSample(now);
        gauges.endRound();
        seen = new Seen(subjects, node.cpuFull);
    }

    private int pod(PodInfo pod, CgroupPaths paths, Instant now, SampleSink sink) {
        String group = paths.podDir(pod.kubeQos(), pod.uid());
        Values values = ofGroup(group, now);
        store("POD_PSI", pod.uid(), values.shares, sink);
        show("koordlet_pod_psi", "koord_koordlet_pod_stall_seconds", pod, null, values);
        int subjects = values.any ? 1 : 0;
        for (ContainerInfo container : pod.containers()) {
            Optional<String> dir = containerDir(paths, group, container);
            if (dir.isPresent()) {
                Values found = ofGroup(dir.get(), now);
                store("CONTAINER_PSI", container.id(), found.shares, sink);
                show("koordlet_container_psi", "koord_koordlet_container_stall_seconds", pod, container, found);
                subjects += found.any ? 1 : 0;
            }
        }
        return subjects;
    }

    private static Optional<String> containerDir(CgroupPaths paths, String group, ContainerInfo container) {
        try {
            return Optional.of(paths.containerDir(group, container.id()));
        } catch (IllegalArgumentException e) {
            // No group can have such a name, which the collectors of usage report.
            return Optional.empty();
        }
    }

    private Values ofNode(Instant now) {
        Values values = new Values();
        for (StalledResource resource : StalledResource.values()) {
            try {
                files.read(resource.knob(), proc.resolve(resource.fileName()), now)
                        .ifPresent(stat -> values.put(resource, stat));
            } catch (IOException e) {
                errors.count("pressure", e);
            }
        }
        return values;
    }

    private Values ofGroup(String group, Instant now) {
        Values values = new Values();
        for (StalledResource resource : StalledResource.values()) {
            try {
                files.read(resource.knob(), group, now).ifPresent(stat -> values.put(resource, stat));
            } catch (IOException e) {
                errors.count("pressure", e);
            }
        }
        return values;
    }

    /** The node or a tier. */
    private int node(String subject, String label, Values values, SampleSink sink) {
        store("NODE_PSI", subject, values.shares, sink);
        store("NODE_STALL", subject, values.stalls, sink);
        if (!values.any) {
            return 0;
        }
        gauges.show(label, () -> names(label), values.both());
        return 1;
    }

    private List<String> names(String label) {
        List<String> names = new ArrayList<>();
        for (String family : List.of("koord_koordlet_pressure_percent", "koord_koordlet_stall_seconds")) {
            for (Wait wait : WAITS) {
                names.add(gauges.name(
                        family,
                        "of",
                        label,
                        "resource",
                        wait.resource().label(),
                        "degree",
                        wait.degree().label()));
            }
        }
        return names;
    }

    private static void store(String kind, String subject, double[] values, SampleSink sink) {
        for (int i = 0; i < WAITS.size(); i++) {
            if (!Double.isNaN(values[i])) {
                sink.add(WAITS.get(i).resource().series(kind, WAITS.get(i).degree()), subject, values[i]);
            }
        }
    }

    private void show(String family, String stalls, PodInfo pod, @Nullable ContainerInfo container, Values values) {
        if (values.any) {
            String id = container == null ? pod.uid() : container.id();
            gauges.show(id + values.cpuFull, () -> names(family, stalls, pod, container, values), values.both());
        }
    }

    private List<String> names(
            String family, String stalls, PodInfo pod, @Nullable ContainerInfo container, Values values) {
        List<String> names = new ArrayList<>();
        for (Wait wait : WAITS) {
            names.add(gauges.name(
                    family,
                    SubjectGauges.labels(
                            pod,
                            container,
                            "psi_resource_type",
                            wait.resource().label(),
                            "psi_precision",
                            "10",
                            "psi_degree",
                            wait.degree().label(),
                            "cpu_full_supported",
                            String.valueOf(values.cpuFull))));
        }
        for (Wait wait : WAITS) {
            names.add(gauges.name(
                    stalls,
                    SubjectGauges.labels(
                            pod,
                            container,
                            "resource",
                            wait.resource().label(),
                            "degree",
                            wait.degree().label())));
        }
        return names;
    }

    @Override
    public void close() {
        files.close();
    }
}

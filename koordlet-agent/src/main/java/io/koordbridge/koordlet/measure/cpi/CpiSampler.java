package io.koordbridge.koordlet.measure.cpi;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.collect.PeriodicSampler;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.collect.SampleSink;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.subject.SubjectGauges;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.topology.Processor;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens the counters of containers, and reads and closes them after a window. Where all containers together need more descriptors than it may
 * have, those that were counted longest ago come first. Counters are opened and read in one thread, since that takes the kernel some time; what
 * they showed goes into the store in the rounds of the collectors.
 */
public final class CpiSampler implements PeriodicSampler, AutoCloseable {

    /** Without a limit of the process. */
    private static final int MOST_DESCRIPTORS = 4096;
    /** The rest of the process needs them as well. */
    private static final int PART_OF_LIMIT = 4;

    private final CgroupTree tree;
    private final CounterSource source;
    private final Supplier<List<Processor>> processors;
    private final Settings settings;
    private final Function<Instant, SampleSink> output;
    private final SubjectGauges gauges;
    private final ReadErrors errors;
    private final List<Window> open = new ArrayList<>();
    private final AtomicReference<Map<String, Cpi>> counted = new AtomicReference<>(Map.of());
    private volatile List<PodInfo> listed = List.of();
    private Map<String, Long> countedIn = new HashMap<>();
    private @Nullable Instant openedAt;
    private long windows;
    private volatile @Nullable String words;

    /**
     * When to count, and how much of it.
     *
     * @param mostDescriptors that may be open at a time
     */
    public record Settings(Duration interval, Duration window, int mostDescriptors) {

        /** As many descriptors as a process with a limit can spare. */
        public static Settings within(Duration interval, Duration window, long limitOfProcess) {
            return new Settings(
                    interval, window, (int) Math.min(MOST_DESCRIPTORS, Math.max(1, limitOfProcess / PART_OF_LIMIT)));
        }
    }

    /** Counters of one container. */
    private record Window(PodInfo pod, ContainerInfo container, List<Cpi.Counters> counters) {}

    /** A sampler that has opened nothing yet. */
    public CpiSampler(
            CgroupTree tree,
            CounterSource source,
            Supplier<List<Processor>> processors,
            Settings settings,
            Function<Instant, SampleSink> output,
            SubjectGauges gauges,
            ReadErrors errors) {
        this.tree = tree;
        this.source = source;
        this.processors = processors;
        this.settings = settings;
        this.output = output;
        this.gauges = gauges;
        this.errors = errors;
    }

    /** Why a machine has no such counters; empty when it has. */
    public static Optional<String> obstacle(CgroupTree tree, CounterSource source) {
        Path hierarchy = tree.directory("perf_event", "");
        if (tree.version() == CgroupVersion.V1 && !tree.files().exists(hierarchy)) {
            return Optional.of("no control groups at " + hierarchy);
        }
        return source.obstacle();
    }

    /** Works, or why not; for people. */
    public String words() {
        String known = words;
        return known == null ? "waiting" : known;
    }

    @Override
    public void round(Instant now, List<PodInfo> pods, List<HostApplication> applications) {
        listed = pods;
        Map<String, Cpi> done = counted.getAndSet(Map.of());
        if (!done.isEmpty()) {
            SampleSink sink = output.apply(now);
            done.forEach((id, cpi) -> {
                sink.add(Metric.CONTAINER_CPI_CYCLES, id, cpi.cycles());
                sink.add(Metric.CONTAINER_CPI_INSTRUCTIONS, id, cpi.instructions());
            });
        }
    }

    /** To be called once a second, in the thread of the counters. */
    public void count(Instant now) {
        List<PodInfo> pods = listed;
        if (words == null) {
            words = obstacle(tree, source)
                    .map(reason -> "not supported here: " + reason)
                    .orElse("works");
        }
        if (!"works".equals(words)) {
            return;
        }
        Instant before = openedAt;
        if (!open.isEmpty() && before != null && !now.isBefore(before.plus(settings.window()))) {
            read(pods);
        } else if (open.isEmpty() && (before == null || !now.isBefore(before.plus(settings.interval())))) {
            openedAt = now;
            begin(pods);
        }
    }

    private void begin(List<PodInfo> pods) {
        windows++;
        List<Processor> cpus = processors.get();
        int most = cpus.isEmpty() ? 0 : settings.mostDescriptors() / (PerfEvents.DESCRIPTORS * cpus.size());
        for (Window next : candidates(pods)) {
            if (open.size() >= most) {
                return;
            }
            countedIn.put(next.container().id(), windows);
            if (opened(next, cpus)) {
                open.add(next);
            } else {
                next.counters().forEach(Cpi.Counters::close);
            }
        }
    }

    /** Containers of pods that run, those counted longest ago first. */
    private List<Window> candidates(List<PodInfo> pods) {
        List<Window> all = new ArrayList<>();
        Map<String, Long> known = new HashMap<>();
        for (PodInfo pod : pods) {
            if (!pod.finished()) {
                for (ContainerInfo container : pod.containers()) {
                    all.add(new Window(pod, container, new ArrayList<>()));
                    known.put(container.id(), countedIn.getOrDefault(container.id(), 0L));
                }
            }
        }
        countedIn = known;
        all.sort(Comparator.comparing(one -> known.getOrDefault(one.container().id(), 0L)));
        return all;
    }

    private boolean opened(Window window, List<Processor> cpus) {
        try {
            CgroupPaths paths = tree.paths();
            String pod = paths.podDir(window.pod().kubeQos(), window.pod().uid());
            Path group = tree.directory(
                    "perf_event", paths.containerDir(pod, window.container().id()));
            for (Processor cpu : cpus) {
                source.open(group, cpu.cpu()).ifPresent(window.counters()::add);
            }
            return !window.counters().isEmpty();
        } catch (NoSuchFileException e) {
            // The container ended, or its group is about to be made.
            return false;
        } catch (IOException e) {
            errors.count("cpi", e);
            return false;
        } catch (IllegalArgumentException e) {
            // No group can have such a name, which the collectors of usage report.
            return false;
        }
    }

    private void read(List<PodInfo> pods) {
        Map<String, Cpi> done = new HashMap<>();
        for (Window window : open) {
            try {
                Cpi seen = Cpi.of(window.counters());
                String id = window.container().id();
                done.put(id, seen);
                gauges.show(
                        id,
                        () -> names(window),
                        seen.cycles(),
                        seen.instructions(),
                        seen.perInstruction().orElse(Double.NaN));
            } catch (IOException e) {
                errors.count("cpi", e);
            }
        }
        closeAll();
        counted.set(done);
        pods.stream()
                .filter(pod -> !pod.finished())
                .flatMap(pod -> pod.containers().stream())
                .forEach(container -> gauges.keep(container.id()));
        gauges.endRound();
    }

    private List<String> names(Window window) {
        return List.of(
                name(window, "cycles"),
                name(window, "instructions"),
                gauges.name(
                        "koord_koordlet_container_cycles_per_instruction",
                        SubjectGauges.labels(window.pod(), window.container())));
    }

    private String name(Window window, String field) {
        return gauges.name(
                "koordlet_container_cpi", SubjectGauges.labels(window.pod(), window.container(), "cpi_field", field));
    }

    private void closeAll() {
        open.forEach(window -> window.counters().forEach(Cpi.Counters::close));
        open.clear();
    }

    @Override
    public void close() {
        closeAll();
    }
}

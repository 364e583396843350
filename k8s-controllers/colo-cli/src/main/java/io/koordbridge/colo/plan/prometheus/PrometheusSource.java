package io.koordbridge.colo.plan.prometheus;

import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.plan.recording.Recording;
import io.koordbridge.colo.plan.recording.UseSamples;
import io.koordbridge.replay.NodeSize;
import io.koordbridge.replay.NodeTrace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Use of nodes as a Prometheus has recorded it; nothing of ours has to be installed. */
public final class PrometheusSource {
    /** Prometheus refuses more than 11,000 for one series. */
    private static final int POINTS_PER_SERIES = 10_000;

    private static final int POINTS_PER_ANSWER = 500_000;
    /** A sample takes 24 bytes, and a plan has a gibibyte: two thousand nodes, a week of minutes. */
    private static final long MOST_SAMPLES = 25_000_000;

    private static final long TWO_MINUTES = 120;
    /** A rate needs two samples in its window, and one may come late. */
    private static final double SAMPLES_PER_WINDOW = 2.5;

    private static final String EXPORTER = "node exporter";
    private static final String CADVISOR = "cAdvisor";

    private static final long SECONDS_PER_HOUR = 3600;

    private final PrometheusClient client;
    private final NodeNames names;
    private final String match;
    private final long span;
    private final long step;

    PrometheusSource(PrometheusClient client, NodeNames names, String match, Duration from, Duration step) {
        this.client = client;
        this.names = names;
        this.match = match;
        this.span = from.toSeconds();
        this.step = step.toSeconds();
    }

    /**
     * What is read.
     *
     * @param queries without windows
     * @param times of samples
     * @param notes for the reader of the plan
     */
    private record Reading(
            Inventory inventory, Queries queries, Grid times, Consumer<String> progress, List<String> notes) {

        long end() {
            return times.last();
        }

        Set<String> nodes() {
            return inventory.sizes().keySet();
        }
    }

    /**
     * Reads the use of all nodes.
     *
     * @param subtractEverywhere whether the best-effort tier is no online use on any node; else where batch CPU is offered already
     * @param progress takes lines for the user
     * @throws AnswerException when Prometheus does not answer, or lacks series
     */
    public Recording read(Instant now, boolean subtractEverywhere, Consumer<String> progress) {
        long end = Math.floorDiv(now.getEpochSecond(), step) * step;
        Inventory inventory = Inventory.of(client, names, match, end);
        Grid times = Grid.ending(end, span, step);
        long samples = (long) inventory.sizes().size() * times.count();
        if (samples > MOST_SAMPLES) {
            throw new AnswerException(
                    "%d nodes with %d samples each are more than %d million: a longer --step, a shorter --from or --prometheus-match asks for less"
                            .formatted(inventory.sizes().size(), times.count(), MOST_SAMPLES / 1_000_000));
        }
        progress.accept("%s knows %d nodes; %d samples of each are read"
                .formatted(client.name(), inventory.sizes().size(), times.count()));
        Reading reading = new Reading(
                inventory,
                new Queries(inventory.names().grouping(), match, 1),
                times,
                progress,
                new ArrayList<>(inventory.notes()));
        Map<String, UseSamples> use = use(reading);
        subtract(reading, use, subtractEverywhere ? reading.nodes() : offerBatch(reading));
        return recording(reading, use);
    }

    /** Queries whose windows have two samples. */
    private Queries windowed(Reading reading, String source, String samples) {
        List<Series> counted = client.query(samples, reading.end());
        double count = counted.isEmpty() || counted.get(0).size() == 0
                ? 1
                : counted.get(0).value(0);
        double interval = TWO_MINUTES / Math.max(1, count);
        long window = Math.max(step, (long) Math.ceil(interval * SAMPLES_PER_WINDOW));
        String note = "CPU use is the mean of %d s, as %s has a sample every %d s: shorter peaks are not seen"
                .formatted(window, source, Math.round(interval));
        if (!reading.notes().contains(note)) {
            reading.notes().add(note);
        }
        return reading.queries().over(window);
    }

    private Map<String, UseSamples> use(Reading reading) {
        Set<String> exporter = reading.inventory().exporter();
        Map<String, UseSamples> use = new HashMap<>();
        if (!exporter.isEmpty()) {
            Queries queries = windowed(reading, EXPORTER, reading.queries().exporterSamples());
            use.putAll(use(reading, EXPORTER, queries.exporterCpu(), queries.exporterMemory()));
            use.keySet().retainAll(exporter);
            use.values().removeIf(one -> !one.known());
        }
        Set<String> rest = new TreeSet<>(reading.nodes());
        rest.removeAll(use.keySet());
        if (!rest.isEmpty()) {
            Queries queries = windowed(reading, CADVISOR, reading.queries().cadvisorSamples());
            Map<String, UseSamples> others = use(reading, CADVISOR, queries.rootCpu(), queries.rootMemory());
            others.keySet().retainAll(rest);
            others.values().removeIf(one -> !one.known());
            if (!use.isEmpty() && !others.isEmpty()) {
                reading.notes()
                        .add("without node exporter, read from cAdvisor: "
                                + Recording.some(List.copyOf(others.keySet())));
            }
            use.putAll(others);
        }
        return use;
    }

    private Map<String, UseSamples> use(Reading reading, String what, String cpu, String memory) {
        Map<String, UseSamples> use = new HashMap<>();
        Grid times = reading.times();
        long[] shared = times.all();
        int nodes = Math.max(1, reading.inventory().sizes().size());
        int points = Math.max(1, Math.min(POINTS_PER_SERIES, POINTS_PER_ANSWER / nodes));
        int shown = 0;
        for (int from = 0; from < times.count(); from += points) {
            int to = Math.min(times.count(), from + points) - 1;
            each(
                    reading,
                    cpu,
                    from,
                    to,
                    (node, index, value) -> samples(use, node, shared).cores(index, value));
            each(
                    reading,
                    memory,
                    from,
                    to,
                    (node, index, value) -> samples(use, node, shared).bytes(index, value));
            int percent = 100 * (to + 1) / times.count();
            if (percent >= shown + 10 || percent == 100) {
                reading.progress().accept("%s: %d %%".formatted(what, percent));
                shown = percent;
            }
        }
        return use;
    }

    private static UseSamples samples(Map<String, UseSamples> use, String node, long[] times) {
        return use.computeIfAbsent(node, unused -> UseSamples.at(times));
    }

    /** Takes a point. */
    private interface Sink {
        void point(String node, int index, double value);
    }

    private void each(Reading reading, String expression, int from, int to, Sink sink) {
        Grid times = reading.times();
        client.range(expression, times.at(from), times.at(to), step, series -> {
            String node = reading.inventory().names().of(series.labels());
            if (reading.inventory().sizes().containsKey(node)) {
                for (int i = 0; i < series.size(); i++) {
                    long index = times.index(series.second(i));
                    if (index >= from && index <= to) {
                        sink.point(node, (int) index, series.value(i));
                    }
                }
            }
        });
    }

    /** Nodes that offer batch CPU already, where kube-state-metrics says so. */
    private Set<String> offerBatch(Reading reading) {
        return client.query(reading.queries().offersBatch(), reading.end()).stream()
                .map(one -> one.labels().getOrDefault("node", ""))
                .filter(reading.nodes()::contains)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void subtract(Reading reading, Map<String, UseSamples> use, Set<String> nodes) {
        if (nodes.isEmpty()) {
            return;
        }
        Queries queries = windowed(reading, CADVISOR, reading.queries().cadvisorSamples());
        Map<String, UseSamples> tier =
                use(reading, "best-effort tier", queries.bestEffortCpu(), queries.bestEffortMemory());
        List<String> unseen = new ArrayList<>();
        List<String> subtracted = new ArrayList<>();
        for (String node : nodes) {
            UseSamples all = use.get(node);
            UseSamples taken = tier.get(node);
            if (all != null && taken != null) {
                all.subtract(taken);
                subtracted.add(node);
            } else if (all != null) {
                unseen.add(node);
            }
        }
        if (!subtracted.isEmpty()) {
            reading.notes().add("what the best-effort tier uses is subtracted, on " + Recording.some(subtracted));
        }
        if (!unseen.isEmpty()) {
            reading.notes()
                    .add("cAdvisor shows no best-effort tier, so batch work that runs counts as online on "
                            + Recording.some(unseen));
        }
    }

    private Recording recording(Reading reading, Map<String, UseSamples> use) {
        List<String> notes = reading.notes();
        Map<String, NodeSize> sizes = reading.inventory().sizes();
        List<String> silent =
                sizes.keySet().stream().filter(node -> !use.containsKey(node)).toList();
        if (silent.size() == sizes.size()) {
            throw Inventory.missing(
                    client, match, Queries.EXPORTER_CPU, Queries.CADVISOR_CPU + "{id=\"/\"} over the time of --from");
        }
        if (!silent.isEmpty()) {
            notes.add("left out, as they have no samples: " + Recording.some(silent));
        }
        List<NodeTrace> traces = new ArrayList<>();
        // Each is freed when its trace is there.
        for (String node : List.copyOf(use.keySet())) {
            UseSamples samples = use.remove(node);
            NodeSize size = sizes.get(node);
            if (samples != null && size != null) {
                traces.add(samples.trace(node, "all", size));
            }
        }
        long first = traces.stream().mapToLong(one -> one.epochSeconds(0)).min().orElse(0);
        if (first - reading.times().first() > Math.max(SECONDS_PER_HOUR, span / 20)) {
            notes.add("samples begin at %s, later than --from asks for".formatted(Instant.ofEpochSecond(first)));
        }
        return new Recording(client.name(), traces, notes);
    }
}

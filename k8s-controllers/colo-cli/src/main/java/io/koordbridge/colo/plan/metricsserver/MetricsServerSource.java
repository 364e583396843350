package io.koordbridge.colo.plan.metricsserver;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.metrics.v1beta1.NodeMetrics;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.plan.recording.Recording;
import io.koordbridge.colo.plan.recording.UseSamples;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.replay.NodeSize;
import io.koordbridge.replay.NodeTrace;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Use of nodes as metrics-server shows it while it is watched. A look without an answer, or a sample without a figure, is a gap. */
public final class MetricsServerSource {
    private static final int NOT_FOUND = 404;
    /** So often without any answer since the beginning, and there is nothing to wait for. */
    private static final int MOST_AT_FIRST = 3;

    private static final Set<Integer> REFUSED = Set.of(401, 403);

    private final KubernetesClient client;
    private final Consumer<String> progress;
    private final Map<String, UseSamples> use = new TreeMap<>();
    private final Map<String, NodeSize> sizes = new HashMap<>();
    private final List<String> batch = new ArrayList<>();
    private final Set<String> incomplete = new TreeSet<>();
    private LookCount count = LookCount.NONE;

    /**
     * Prepares to look; nothing is sent yet.
     *
     * @param progress takes lines for the user
     */
    public MetricsServerSource(KubernetesClient client, Consumer<String> progress) {
        this.client = client;
        this.progress = progress;
    }

    /**
     * Looks until the time is over. An outage in between loses only what it hides.
     *
     * @param looks between two of which it rests; at least one
     * @param rest waits for the next look; false ends early
     * @throws AnswerException when there is no metrics-server, or nothing was seen in all looks
     * @throws KubernetesClientException when the nodes, or the first looks, are refused
     */
    public Recording watch(int looks, Predicate<Duration> rest, Duration interval) {
        readNodes();
        int shown = 0;
        boolean goesOn = true;
        for (int look = 1; look <= looks && goesOn; look++) {
            look(interval);
            int percent = 100 * look / looks;
            if (percent >= shown + 5 || look == 1) {
                progress.accept("metrics-server: %d nodes, %d of %d looks".formatted(use.size(), look, looks));
                shown = percent;
            }
            goesOn = look == looks || rest.test(interval);
        }
        return recording(interval);
    }

    private void readNodes() {
        for (Node node : client.nodes().list().getItems()) {
            Map<String, Quantity> capacity =
                    node.getStatus() == null ? Map.of() : node.getStatus().getCapacity();
            long milli = Quantities.milli(capacity, "cpu");
            long bytes = Quantities.value(capacity, "memory");
            if (milli > 0 && bytes > 0) {
                sizes.put(node.getMetadata().getName(), new NodeSize(milli, bytes));
            }
            if (node.getStatus() != null
                    && Quantities.value(node.getStatus().getAllocatable(), ResourceNames.BATCH_CPU) > 0) {
                batch.add(node.getMetadata().getName());
            }
        }
    }

    private void look(Duration interval) {
        List<NodeMetrics> shown;
        try {
            shown = client.top().nodes().metrics().getItems();
        } catch (KubernetesClientException e) {
            missed(e);
            return;
        }
        if (count.inRow() > 0) {
            progress.accept(
                    "metrics-server answers again, after %s without an answer".formatted(count.lasted(interval)));
        }
        count = count.answered();
        for (NodeMetrics one : shown) {
            String node = one.getMetadata().getName();
            if (sizes.containsKey(node)) {
                add(node, one);
            }
        }
    }

    /** Nothing that was seen is lost; but an hour is not spent on a server that never answers. */
    private void missed(KubernetesClientException problem) {
        count = count.missed();
        if (use.isEmpty()) {
            if (problem.getCode() == NOT_FOUND) {
                throw new AnswerException(
                        "the cluster has no metrics-server (metrics.k8s.io answers 404): install it, or use --prometheus",
                        problem);
            }
            if (REFUSED.contains(problem.getCode()) || count.inRow() >= MOST_AT_FIRST) {
                throw problem;
            }
        }
        if (count.inRow() == 1) {
            progress.accept("metrics-server does not answer (" + problem.getMessage()
                    + "): what was seen stays, and it is asked again");
        }
    }

    private void add(String node, NodeMetrics shown) {
        Instant at = time(shown);
        double cores = amount(shown.getUsage(), "cpu");
        double bytes = amount(shown.getUsage(), "memory");
        if (at == null || Double.isNaN(cores) || Double.isNaN(bytes)) {
            incomplete.add(node);
        }
        if (at != null) {
            use.computeIfAbsent(node, unused -> UseSamples.empty()).add(at.getEpochSecond(), cores, bytes);
        }
    }

    /** Whole units; NaN for none, and for what is no amount. */
    private static double amount(@Nullable Map<String, Quantity> usage, String name) {
        Quantity quantity = usage == null ? null : usage.get(name);
        try {
            double amount =
                    quantity == null ? Double.NaN : Quantities.decimal(quantity).doubleValue();
            return amount >= 0 ? amount : Double.NaN;
        } catch (IllegalArgumentException e) {
            return Double.NaN;
        }
    }

    /** The end of the window that was measured; a look that shows the same window again adds nothing. Null when it is no time. */
    private static @Nullable Instant time(NodeMetrics metrics) {
        try {
            return Instant.parse(String.valueOf(metrics.getTimestamp()));
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private Recording recording(Duration interval) {
        use.values().removeIf(samples -> !samples.known());
        if (use.isEmpty()) {
            throw new AnswerException(
                    "metrics-server shows no CPU of any node in %d looks, %d of them without an answer"
                            .formatted(count.all(), count.misses()));
        }
        List<NodeTrace> traces = new ArrayList<>();
        use.forEach((node, samples) -> {
            NodeSize size = sizes.get(node);
            if (size != null) {
                traces.add(samples.trace(node, "all", size));
            }
        });
        List<String> silent =
                sizes.keySet().stream().filter(node -> !use.containsKey(node)).toList();
        List<String> notes = new ArrayList<>();
        notes.add("metrics-server averages over its own window, 15 s or more: shorter peaks are not seen");
        if (count.misses() > 0) {
            notes.add(
                    "metrics-server did not answer %d of %d looks, for %s at the longest: the sample before counts on, for 15 minutes at most"
                            .formatted(count.misses(), count.all(), count.longest(interval)));
        }
        if (!incomplete.isEmpty()) {
            notes.add("samples without CPU, memory or a time are gaps, on " + Recording.some(List.copyOf(incomplete)));
        }
        if (!silent.isEmpty()) {
            notes.add("left out, as metrics-server shows no use of them: " + Recording.some(silent));
        }
        if (!batch.isEmpty()) {
            notes.add("batch work that runs counts as online, as metrics-server does not show it apart, on "
                    + Recording.some(batch));
        }
        return new Recording("metrics-server", traces, notes);
    }
}

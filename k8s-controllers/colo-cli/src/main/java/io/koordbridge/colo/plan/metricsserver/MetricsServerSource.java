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
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Use of nodes as metrics-server shows it while it is watched. */
public final class MetricsServerSource {
    private static final int NOT_FOUND = 404;
    private static final int MISSES = 3;
    private static final double MILLI = 1000;

    private final KubernetesClient client;
    private final Consumer<String> progress;
    private final Map<String, UseSamples> use = new TreeMap<>();
    private final Map<String, NodeSize> sizes = new HashMap<>();
    private final List<String> batch = new ArrayList<>();
    private int misses;

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
     * Looks until the time is over.
     *
     * @param looks between two of which it rests; at least one
     * @param rest waits for the next look; false ends early
     * @throws AnswerException when there is no metrics-server, or it fails three times in a row
     */
    public Recording watch(int looks, Predicate<Duration> rest, Duration interval) {
        readNodes();
        int shown = 0;
        boolean goesOn = true;
        for (int look = 1; look <= looks && goesOn; look++) {
            look();
            int percent = 100 * look / looks;
            if (percent >= shown + 5 || look == 1) {
                progress.accept("metrics-server: %d nodes, %d of %d looks".formatted(use.size(), look, looks));
                shown = percent;
            }
            goesOn = look == looks || rest.test(interval);
        }
        return recording();
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

    private void look() {
        List<NodeMetrics> shown;
        try {
            shown = client.top().nodes().metrics().getItems();
            misses = 0;
        } catch (KubernetesClientException e) {
            misses++;
            if (e.getCode() == NOT_FOUND) {
                throw new AnswerException(
                        "the cluster has no metrics-server (metrics.k8s.io answers 404): install it, or use --prometheus",
                        e);
            }
            if (misses == MISSES || use.isEmpty()) {
                throw e;
            }
            progress.accept("metrics-server does not answer (" + e.getMessage() + "), asking again");
            return;
        }
        for (NodeMetrics one : shown) {
            String node = one.getMetadata().getName();
            if (sizes.containsKey(node) && one.getUsage() != null) {
                use.computeIfAbsent(node, unused -> UseSamples.empty())
                        .add(second(one), Quantities.milli(one.getUsage(), "cpu") / MILLI, memory(one.getUsage()));
            }
        }
    }

    private static double memory(Map<String, Quantity> usage) {
        return usage.containsKey("memory") ? Quantities.value(usage, "memory") : Double.NaN;
    }

    /** The end of the window that was measured; a look that shows the same window again adds nothing. */
    private static long second(NodeMetrics metrics) {
        try {
            return Instant.parse(String.valueOf(metrics.getTimestamp())).getEpochSecond();
        } catch (DateTimeParseException e) {
            throw new AnswerException(
                    "NodeMetrics/%s: timestamp '%s' is no time in RFC 3339"
                            .formatted(metrics.getMetadata().getName(), metrics.getTimestamp()),
                    e);
        }
    }

    private Recording recording() {
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
        if (!silent.isEmpty()) {
            notes.add("left out, as metrics-server shows no use of them: " + Recording.some(silent));
        }
        if (!batch.isEmpty()) {
            notes.add("batch work that runs counts as online, as metrics-server does not show it apart, on "
                    + Recording.some(batch));
        }
        if (traces.isEmpty()) {
            throw new AnswerException("metrics-server shows no use of any node yet");
        }
        return new Recording("metrics-server", traces, notes);
    }
}

package io.koordbridge.koordlet.measure.subject;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.kube.metrics.MetricNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gauges of pods and containers; those that a round does not show are removed at its end. One thread shows, others read. */
public final class SubjectGauges {

    private final MetricRegistry metrics;
    private final String node;
    private final BooleanSupplier known;
    private final Map<String, Shown> shown = new HashMap<>();
    private long round;

    /**
     * None yet.
     *
     * @param node label of all of them
     * @param known whether the Node object is known; before that none has a value
     */
    public SubjectGauges(MetricRegistry metrics, String node, BooleanSupplier known) {
        this.metrics = metrics;
        this.node = node;
        this.known = known;
    }

    /** Values of a subject under their names. */
    private static final class Shown {
        private final List<String> names;
        private volatile double[] values;
        private long round;

        Shown(List<String> names, double[] values) {
            this.names = names;
            this.values = values;
        }
    }

    /** A name with the label of the node. */
    public String name(String family, String... labels) {
        List<String> all = new ArrayList<>(List.of("node", node));
        all.addAll(List.of(labels));
        return MetricNames.of(family, all.toArray(String[]::new));
    }

    /** Labels that say which pod it is, and which container of it; further ones follow. */
    public static String[] labels(PodInfo pod, @Nullable ContainerInfo container, String... more) {
        List<String> all = new ArrayList<>(
                List.of("pod_uid", pod.uid(), "pod_name", pod.name(), "pod_namespace", pod.namespace()));
        if (container != null) {
            all.addAll(List.of("container_id", container.id(), "container_name", container.name()));
        }
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    /**
     * Shows values of a subject.
     *
     * @param subject with everything that its labels depend on
     * @param names as many as values; asked for when the subject is new
     * @param values NaN for one that is not known
     */
    public void show(String subject, Supplier<List<String>> names, double... values) {
        Shown before = shown.get(subject);
        Shown one = before == null ? added(subject, names.get(), values) : before;
        one.values = values;
        one.round = round;
    }

    private Shown added(String subject, List<String> names, double[] values) {
        Shown one = new Shown(names, values);
        for (int i = 0; i < names.size(); i++) {
            int index = i;
            // A name that stayed behind would be refused.
            metrics.remove(names.get(i));
            metrics.register(names.get(i), (Gauge<@Nullable Double>) () -> value(one, index));
        }
        shown.put(subject, one);
        return one;
    }

    private @Nullable Double value(Shown one, int index) {
        double value = one.values[index];
        return known.getAsBoolean() && !Double.isNaN(value) ? (Double) value : null;
    }

    /** What is shown of a subject stays as it is. */
    public void keep(String subject) {
        Shown before = shown.get(subject);
        if (before != null) {
            before.round = round;
        }
    }

    /** A round ends: what it did not show is gone. */
    public void endRound() {
        shown.values().removeIf(one -> {
            boolean gone = one.round < round;
            if (gone) {
                one.names.forEach(metrics::remove);
            }
            return gone;
        });
        round++;
    }
}

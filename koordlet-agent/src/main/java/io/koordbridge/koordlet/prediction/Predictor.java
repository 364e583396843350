package io.koordbridge.koordlet.prediction;

import io.koordbridge.koordlet.collect.Usage;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Trains the models from the samples, keeps them on disk, and asks them. One thread trains, any thread asks. */
public final class Predictor {

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final Duration OUTDATED = Duration.ofMinutes(5);
    private static final float SAMPLE = 0.9f;
    private static final double CPU_PEAK = 0.95;
    private static final double MEMORY_PEAK = 0.98;

    private final SampleStore store;
    private final PredictionConfig config;
    private final CheckpointFiles files;
    private final UnaryOperator<Instant> timeOfDay;
    private final Map<String, Instant> savedAt = new HashMap<>();
    private volatile Map<String, UsageModel> models = Map.of();
    private volatile @Nullable Instant trainedAt;

    /**
     * A predictor that has read nothing yet.
     *
     * @param directory of the files
     * @param timeOfDay what the machine's clock says of a time of the store: histograms outlive the process
     */
    public Predictor(
            SampleStore store,
            PredictionConfig config,
            Path directory,
            UnaryOperator<Instant> timeOfDay,
            Consumer<String> problems) {
        this.store = store;
        this.config = config;
        this.files = new CheckpointFiles(directory, problems);
        this.timeOfDay = timeOfDay;
    }

    /** Adds the last minute when one has passed; to be called often, once the pods of the node are known. */
    public void round(NodeView view, Instant now) {
        Instant before = trainedAt;
        if (before == null) {
            load(view);
            trainedAt = now;
        } else if (!now.isBefore(before.plus(WINDOW))) {
            trainedAt = now;
            train(view, now);
            checkpoint(timeOfDay.apply(now));
        }
    }

    private void train(NodeView view, Instant now) {
        Instant time = timeOfDay.apply(now);
        Map<String, UsageModel> next = new HashMap<>(models);
        samples(store, view.pods(), now)
                .forEach((id, usage) ->
                        next.put(id, next.getOrDefault(id, empty(time)).with(usage, time)));
        next.entrySet()
                .removeIf(model ->
                        model.getValue().updated().plus(config.expiry()).isBefore(time));
        forget(next.keySet());
        models = Map.copyOf(next);
    }

    private UsageModel empty(Instant time) {
        return UsageModel.empty(config.halfLives(), time);
    }

    private void load(NodeView view) {
        Set<String> pods = view.pods().stream().map(PodInfo::uid).collect(Collectors.toSet());
        Map<String, UsageModel> found = new HashMap<>(files.read(config.halfLives()));
        found.forEach((id, model) -> savedAt.put(id, model.updated()));
        found.keySet().removeIf(id -> !Training.isOfNode(id) && !pods.contains(id));
        forget(found.keySet());
        models = Map.copyOf(found);
    }

    /** What each model gets of the last minute. */
    static Map<String, Usage> samples(SampleStore store, List<PodInfo> pods, Instant now) {
        return Training.samples(
                seen(store, Metric.NODE_CPU, Metric.NODE_MEMORY, SampleStore.NODE, now),
                pods.stream()
                        .map(pod -> new Training.PodSeen(
                                pod.uid(),
                                pod.priorityClass(),
                                seen(store, Metric.POD_CPU, Metric.POD_MEMORY, pod.uid(), now)))
                        .toList());
    }

    private static Training.Seen seen(SampleStore store, Metric cpu, Metric memory, String subject, Instant now) {
        Instant from = now.minus(WINDOW);
        return new Training.Seen(
                store.between(cpu, subject, from, now).percentile(SAMPLE),
                store.between(memory, subject, from, now).percentile(SAMPLE));
    }

    /** Drops models without a pod. */
    private void forget(Set<String> known) {
        Set<String> gone = new HashSet<>(savedAt.keySet());
        gone.removeAll(known);
        gone.forEach(id -> {
            files.remove(id);
            savedAt.remove(id);
        });
    }

    private void checkpoint(Instant time) {
        Instant due = time.minus(config.checkpointInterval());
        models.keySet().stream()
                .filter(id -> !lastSaved(id).isAfter(due))
                .sorted(Comparator.comparing(this::lastSaved))
                .limit(config.checkpointsPerMinute())
                .toList()
                .forEach(id -> save(id, time));
    }

    private Instant lastSaved(String id) {
        return savedAt.getOrDefault(id, Instant.MIN);
    }

    private void save(String id, Instant time) {
        UsageModel model = models.get(id);
        if (model != null && files.write(id, model)) {
            savedAt.put(id, time);
        }
    }

    /**
     * The forecast for production pods.
     *
     * @param pods whose usage is reported
     * @return empty while a model of the node is missing, and when nothing was learnt for minutes: the disk may hang
     */
    public Optional<Forecast> forecast(NodeFacts node, List<PodInfo> pods, Instant now) {
        Map<String, UsageModel> seen = models;
        Instant trained = trainedAt;
        if (trained != null && trained.plus(OUTDATED).isBefore(now)) {
            return Optional.empty();
        }
        return PeakPrediction.of(
                new PeakPrediction.Input(
                        pods,
                        id -> Optional.ofNullable(seen.get(id))
                                .map(model ->
                                        new PeakPrediction.Peak(model.peak(CPU_PEAK, MEMORY_PEAK), model.since())),
                        node.allocatable(),
                        timeOfDay.apply(now)),
                config.settings());
    }
}

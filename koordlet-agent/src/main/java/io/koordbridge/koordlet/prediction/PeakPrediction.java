package io.koordbridge.koordlet.prediction;

import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What production pods will need, and what they request beyond that: by each pod, and by their class as a whole. The more careful of both
 * counts. Specification section 10.
 */
@PureCore
public final class PeakPrediction {

    private static final double PERCENT = 100;

    private PeakPrediction() {}

    /**
     * Usage that a model does not expect to be exceeded.
     *
     * @param since first sample of the model
     */
    public record Peak(Amounts usage, Instant since) {}

    /**
     * What is predicted from.
     *
     * @param pods whose usage is known
     * @param models by id
     * @param allocatable of the node for pods
     */
    public record Input(List<PodInfo> pods, Function<String, Optional<Peak>> models, Amounts allocatable, Instant now) {
        public Input {
            pods = List.copyOf(pods);
        }
    }

    /**
     * How careful.
     *
     * @param coldStart a pod, and a model, that is not older has no forecast
     * @param marginPercent added to every peak
     */
    public record Settings(Duration coldStart, int marginPercent) {

        Amounts withMargin(Amounts peak) {
            return peak.times((PERCENT + marginPercent) / PERCENT);
        }
    }

    /** The forecast; empty when a model of the node is missing. */
    public static Optional<Forecast> of(Input in, Settings settings) {
        List<PodInfo> counted = new ArrayList<>();
        Forecast byPod = byPod(in, settings, counted);
        return byClass(in, settings, counted)
                .map(byClass -> new Forecast(
                        byPod.reclaimable().min(byClass.reclaimable()),
                        byPod.peak().max(byClass.peak())));
    }

    /** Adds to {@code counted} what the other way counts as well: a pod without a model is left out there. */
    private static Forecast byPod(Input in, Settings settings, List<PodInfo> counted) {
        Amounts reclaimable = Amounts.NONE;
        Amounts expected = Amounts.NONE;
        Amounts unpredicted = Amounts.NONE;
        for (PodInfo pod : in.pods()) {
            boolean production = isProduction(pod);
            Optional<Peak> peak = in.models().apply(pod.uid());
            if (production && isCold(pod, peak, in.now(), settings)) {
                unpredicted = unpredicted.plus(pod.requests());
            } else if (production && !isLeaving(pod)) {
                if (peak.isEmpty()) {
                    unpredicted = unpredicted.plus(pod.requests());
                    continue;
                }
                Amounts usage = settings.withMargin(peak.get().usage());
                reclaimable = reclaimable.plus(pod.requests().minus(usage));
                expected = expected.plus(usage);
            }
            counted.add(pod);
        }
        return new Forecast(reclaimable.min(in.allocatable().minus(expected)), expected.plus(unpredicted));
    }

    /** After the loss of its model an old pod is as unknown as a new one. */
    private static boolean isCold(PodInfo pod, Optional<Peak> peak, Instant now, Settings settings) {
        Instant newest = now.minus(settings.coldStart());
        boolean isNew = pod.lifeCycle()
                .createdAt()
                .filter(created -> !created.isBefore(newest))
                .isPresent();
        return isNew || peak.filter(model -> !model.since().isBefore(newest)).isPresent();
    }

    private static Optional<Forecast> byClass(Input in, Settings settings, List<PodInfo> pods) {
        Amounts requests = Amounts.NONE;
        for (PodInfo pod : pods) {
            if (isProduction(pod) && !isLeaving(pod)) {
                requests = requests.plus(pod.requests());
            }
        }
        Amounts expected = Amounts.NONE;
        for (String id :
                List.of(Training.SYSTEM, Training.ofClass(PriorityClass.PROD), Training.ofClass(PriorityClass.NONE))) {
            Optional<Peak> peak = in.models().apply(id);
            if (peak.isEmpty()) {
                return Optional.empty();
            }
            expected = expected.plus(peak.get().usage());
        }
        Amounts needed = settings.withMargin(expected);
        return Optional.of(
                new Forecast(requests.minus(needed).min(in.allocatable().minus(needed)), needed));
    }

    private static boolean isProduction(PodInfo pod) {
        return pod.priorityClass() == PriorityClass.PROD || pod.priorityClass() == PriorityClass.NONE;
    }

    private static boolean isLeaving(PodInfo pod) {
        return pod.finished() || pod.lifeCycle().ending();
    }
}

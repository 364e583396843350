package io.koordbridge.koordlet.collect;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.load.LoadReader;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.protocol.KubeQos;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The online sum: the node without the work that suppression reaches. CPU of the best-effort tier is that of its group, so that a pod counts from its
 * first moment to its last; pods beside the tier, and memory, are those of single groups. What cannot be read counts as online, and without the
 * tier nothing is known.
 */
final class OnlineCollector {

    private static final String TIER = "tier";

    private final TierUsage tier;
    private final Counters counters = new Counters();
    private List<PodInfo> known = List.of();
    /** UIDs of best-effort pods, and whether each is beside the tier. */
    private Map<String, Boolean> bestEffort = Map.of();

    OnlineCollector(TierUsage tier) {
        this.tier = tier;
    }

    /** To be called right after the node was measured, and before pods are. */
    Round begin(Instant now, List<PodInfo> pods) {
        if (!pods.equals(known)) {
            known = pods;
            bestEffort = new HashMap<>();
            pods.stream()
                    .filter(PodInfo::isBestEffort)
                    .forEach(pod -> bestEffort.put(pod.uid(), pod.kubeQos() != KubeQos.BEST_EFFORT));
        }
        Optional<Long> nanos = tier.nanos(now);
        OptionalDouble cores = nanos.isPresent() ? counters.rate(TIER, nanos.get(), now) : OptionalDouble.empty();
        return new Round(bestEffort, cores);
    }

    /** One round: what best-effort work used. */
    static final class Round {
        private final Map<String, Boolean> bestEffort;
        private final OptionalDouble tierCores;
        private double besideCores;
        private double bytes;
        private double bytesWithPageCache;

        private Round(Map<String, Boolean> bestEffort, OptionalDouble tierCores) {
            this.bestEffort = bestEffort;
            this.tierCores = tierCores;
        }

        /** Takes samples of pods and hands them on. */
        SampleSink passingOn(SampleSink next) {
            return (metric, key, value) -> {
                next.add(metric, key, value);
                add(metric, key, value);
            };
        }

        private void add(Metric metric, String key, double value) {
            Boolean beside = bestEffort.get(key);
            if (beside == null) {
                return;
            }
            switch (metric) {
                case POD_CPU -> besideCores += beside ? value : 0;
                case POD_MEMORY -> bytes += value;
                case POD_MEMORY_WITH_PAGE_CACHE -> bytesWithPageCache += value;
                default -> {
                    // Not part of the sum.
                }
            }
        }

        /**
         * The online sum; empty while the use of the tier is not known.
         *
         * @param usages of applications by name
         */
        Optional<MeasuredUsage> of(
                MeasuredUsage node, List<HostApplication> applications, Map<String, MeasuredUsage> usages) {
            if (tierCores.isEmpty()) {
                return Optional.empty();
            }
            for (HostApplication application : applications) {
                MeasuredUsage usage = application.name() == null ? null : usages.get(application.name());
                if (usage != null && LoadReader.isBestEffort(application)) {
                    bytes += usage.usage().memoryBytes();
                    bytesWithPageCache += usage.memoryWithPageCacheBytes();
                }
            }
            double cores = node.usage().cores() - tierCores.getAsDouble() - besideCores;
            return Optional.of(new MeasuredUsage(
                    new Usage(Math.max(0, cores), rest(node.usage().memoryBytes(), bytes)),
                    rest(node.memoryWithPageCacheBytes(), bytesWithPageCache)));
        }

        private static long rest(long all, double part) {
            return (long) Math.max(0, all - part);
        }
    }
}

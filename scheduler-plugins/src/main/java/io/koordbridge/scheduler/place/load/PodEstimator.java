package io.koordbridge.scheduler.place.load;

import io.koordbridge.api.document.pod.LoadWishReader;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.Rounding;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodShape;
import io.koordbridge.scheduler.view.PodTimes;
import io.koordbridge.scheduler.view.PodTraits;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a pod is expected to use; scheduler specification sections 18.2 and 18.3. */
@PureCore
final class PodEstimator {

    private static final long CPU_OF_A_POD_WITHOUT_REQUEST = 250;
    private static final long MEMORY_OF_A_POD_WITHOUT_REQUEST = 209_715_200;

    private PodEstimator() {}

    /** Amounts by resource as a node counts them: batch cpu as cpu. */
    static ResourceVector estimate(PodShape pod, EstimateRules rules) {
        PodTraits traits = pod.traits();
        Map<String, Long> estimate = new HashMap<>();
        factors(traits, rules).forEach((resource, factor) -> {
            String name = requested(resource, traits.priorityClass());
            if (name != null) {
                long limit = traits.limits().get(name);
                estimate.put(
                        resource,
                        estimate(name, limit, Math.max(limit, pod.request().get(name)), factor));
            }
        });
        return ResourceVector.of(estimate);
    }

    private static long estimate(String name, long limit, long amount, long factor) {
        if (amount == 0) {
            return switch (name) {
                case ResourceNames.CPU, ResourceNames.BATCH_CPU -> CPU_OF_A_POD_WITHOUT_REQUEST;
                case ResourceNames.MEMORY, ResourceNames.BATCH_MEMORY -> MEMORY_OF_A_POD_WITHOUT_REQUEST;
                default -> 0;
            };
        }
        long used = Rounding.halfUp((double) amount * factor / 100);
        return limit > 0 ? Math.min(used, limit) : used;
    }

    /** The name under which a pod of the class requests a resource of the node. */
    private static @Nullable String requested(String resource, PriorityClass priorityClass) {
        return switch (priorityClass) {
            case PROD, NONE -> resource;
            case BATCH -> nativeOf(resource, ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY);
            case MID -> nativeOf(resource, ResourceNames.MID_CPU, ResourceNames.MID_MEMORY);
            case FREE -> null;
        };
    }

    private static @Nullable String nativeOf(String resource, String cpu, String memory) {
        return switch (resource) {
            case ResourceNames.CPU -> cpu;
            case ResourceNames.MEMORY -> memory;
            default -> null;
        };
    }

    private static SortedMap<String, Long> factors(PodTraits pod, EstimateRules rules) {
        String custom = rules.custom() ? pod.annotations().get(Annotations.POD_LOAD_FACTORS) : null;
        if (custom == null) {
            return rules.factors();
        }
        SortedMap<String, Long> factors = new TreeMap<>(rules.factors());
        factors.putAll(LoadWishReader.factors(custom).orElse(new TreeMap<>()));
        return factors;
    }

    /** Until when the estimate counts whatever is reported, in milliseconds since 1970; {@link PodTimes#UNKNOWN} for no such time. */
    static long deadline(PodFacts pod, EstimateRules rules) {
        long initialized = seconds(pod, Annotations.POD_LOAD_AFTER_INITIALIZED, rules, rules.afterInitializedSeconds());
        if (initialized > 0 && pod.times().initialized() != PodTimes.UNKNOWN) {
            return pod.times().initialized() + initialized * 1_000;
        }
        long scheduled = seconds(pod, Annotations.POD_LOAD_AFTER_SCHEDULED, rules, rules.afterScheduledSeconds());
        return scheduled > 0 && pod.times().scheduled() != PodTimes.UNKNOWN
                ? pod.times().scheduled() + scheduled * 1_000
                : PodTimes.UNKNOWN;
    }

    private static long seconds(PodFacts pod, String annotation, EstimateRules rules, long configured) {
        String text = rules.custom() ? pod.traits().annotations().get(annotation) : null;
        return LoadWishReader.seconds(annotation, text)
                .found()
                .map(Integer::longValue)
                .orElse(configured);
    }
}

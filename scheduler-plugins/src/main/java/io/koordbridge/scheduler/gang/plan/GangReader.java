package io.koordbridge.scheduler.gang.plan;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.pod.GangGroupsReader;
import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.api.podgroup.PodGroupSpec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Labels, annotations and PodGroups to gangs; quota specification section 10.1. A value that is not allowed counts as absent. */
@PureCore
public final class GangReader {

    private GangReader() {}

    /** Namespace and name of the pod's gang, empty for a pod without one. */
    public static Optional<String> gangOf(Pod pod) {
        String name = label(pod.getMetadata(), Labels.POD_GROUP);
        if (name.isEmpty()) {
            name = label(pod.getMetadata(), Labels.GANG_NAME);
        }
        if (name.isEmpty()) {
            name = annotation(pod.getMetadata(), Annotations.GANG_NAME);
        }
        return name.isEmpty() ? Optional.empty() : Optional.of(namespace(pod.getMetadata()) + "/" + name);
    }

    /** What a pod says of its gang, empty when a PodGroup has to say it, or when the pod does not name the minimum. */
    public static Optional<GangSpec> declaredBy(Pod pod, String gang, Duration defaultWait) {
        if (!label(pod.getMetadata(), Labels.POD_GROUP).isEmpty()) {
            return Optional.empty();
        }
        String minimum = label(pod.getMetadata(), Labels.GANG_MIN_AVAILABLE);
        return number(minimum.isEmpty() ? annotation(pod.getMetadata(), Annotations.GANG_MIN_AVAILABLE) : minimum)
                .map(least -> spec(pod.getMetadata(), gang, least, wait(pod, defaultWait), false));
    }

    /** What a PodGroup says. */
    public static GangSpec declaredBy(PodGroup group, Duration defaultWait) {
        PodGroupSpec spec = Objects.requireNonNullElse(group.getSpec(), new PodGroupSpec(null, null, null));
        long seconds = Objects.requireNonNullElse(spec.scheduleTimeoutSeconds(), 0L);
        return spec(
                group.getMetadata(),
                id(group),
                Objects.requireNonNullElse(spec.minMember(), 0L),
                seconds > 0 ? Duration.ofSeconds(seconds) : defaultWait,
                true);
    }

    /** Namespace and name of a PodGroup, which is the id of its gang. */
    public static String id(PodGroup group) {
        return namespace(group.getMetadata()) + "/" + group.getMetadata().getName();
    }

    private static GangSpec spec(ObjectMeta meta, String gang, long minimum, Duration patience, boolean podGroup) {
        String policy = annotation(meta, Annotations.GANG_MATCH_POLICY);
        return new GangSpec(
                minimum,
                number(annotation(meta, Annotations.GANG_TOTAL))
                        .filter(total -> total >= minimum)
                        .orElse(minimum),
                !"NonStrict".equals(annotation(meta, Annotations.GANG_MODE)),
                MatchPolicy.of(policy.isEmpty() ? annotation(meta, Annotations.GANG_MATCH_POLICY_ALIAS) : policy)
                        .orElse(MatchPolicy.ONCE_SATISFIED),
                patience,
                group(annotation(meta, Annotations.GANG_GROUPS), gang),
                podGroup);
    }

    private static Duration wait(Pod pod, Duration otherwise) {
        return GoDurations.nanos(annotation(pod.getMetadata(), Annotations.GANG_WAITING_TIME))
                .filter(nanos -> nanos > 0)
                .map(Duration::ofNanos)
                .orElse(otherwise);
    }

    private static List<String> group(String text, String gang) {
        List<String> ids = GangGroupsReader.read(text).orElse(List.of());
        return ids.isEmpty() ? List.of(gang) : ids;
    }

    /** A whole number, empty for another text. */
    static Optional<Long> number(String text) {
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Long.valueOf(text));
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }

    private static String namespace(ObjectMeta meta) {
        return Objects.requireNonNullElse(meta.getNamespace(), "default");
    }

    /** A label, empty without one. */
    static String label(ObjectMeta meta, String key) {
        return Objects.requireNonNullElse(meta.getLabels(), Map.<String, String>of())
                .getOrDefault(key, "");
    }

    private static String annotation(ObjectMeta meta, String key) {
        return Objects.requireNonNullElse(meta.getAnnotations(), Map.<String, String>of())
                .getOrDefault(key, "");
    }
}

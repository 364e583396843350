package io.koordbridge.manager.profile.missedpods;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.protocol.PureCore;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a judgement needs of a pod.
 *
 * @param createdAt to the second
 * @param isOver whether it has ended, or was not created through the API server at all
 */
@PureCore
record PodFacts(
        String namespace,
        String name,
        String uid,
        Instant createdAt,
        Map<String, String> labels,
        Map<String, String> annotations,
        String schedulerName,
        String priorityClassName,
        boolean isOver) {

    private static final String MIRROR = "kubernetes.io/config.mirror";

    static PodFacts of(Pod pod) {
        ObjectMeta metadata = pod.getMetadata();
        Map<String, String> annotations = orEmpty(metadata.getAnnotations());
        return new PodFacts(
                text(metadata.getNamespace()),
                text(metadata.getName()),
                text(metadata.getUid()),
                instant(metadata.getCreationTimestamp()),
                orEmpty(metadata.getLabels()),
                annotations,
                pod.getSpec() == null ? "" : text(pod.getSpec().getSchedulerName()),
                pod.getSpec() == null ? "" : text(pod.getSpec().getPriorityClassName()),
                PodClassification.isTerminated(pod) || annotations.containsKey(MIRROR));
    }

    String key() {
        return namespace + "/" + name;
    }

    /** An object to attach events to. */
    Pod reference() {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .withUid(uid)
                .endMetadata()
                .build();
    }

    /** The moment of a timestamp; long ago without one. */
    static Instant instant(@Nullable String timestamp) {
        try {
            return timestamp == null
                    ? Instant.EPOCH
                    : OffsetDateTime.parse(timestamp).toInstant();
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}

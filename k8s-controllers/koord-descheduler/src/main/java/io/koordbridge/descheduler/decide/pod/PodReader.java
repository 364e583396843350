package io.koordbridge.descheduler.decide.pod;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Volume;
import io.koordbridge.api.nodecheck.PodConstraints;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@link PodFacts} from a pod; what is malformed counts as absent. */
@PureCore
public final class PodReader {

    private static final Pattern INTEGER = Pattern.compile("0|[1-9][0-9]{0,9}|-[0-9]{1,10}");
    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String CONFIG_SOURCE = "kubernetes.io/config.source";
    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final int MILLI = 3;

    private PodReader() {}

    /** Facts of a pod. */
    public static PodFacts of(Pod pod) {
        ObjectMeta meta = pod.getMetadata();
        return new PodFacts(
                new PodRef(orEmpty(meta.getNamespace()), orEmpty(meta.getName()), orEmpty(meta.getUid())),
                PodPlacement.nodeName(pod),
                time(meta.getCreationTimestamp(), Instant.EPOCH),
                Objects.requireNonNullElse(meta.getLabels(), Map.of()),
                owners(meta.getOwnerReferences()),
                rank(pod),
                state(pod),
                guards(pod),
                new PodFit(requests(pod), PodConstraints.of(pod)));
    }

    private static PodOwners owners(@Nullable List<OwnerReference> owners) {
        if (owners == null || owners.isEmpty()) {
            return PodOwners.NONE;
        }
        OwnerRef controller = null;
        boolean daemonSet = false;
        for (OwnerReference owner : owners) {
            daemonSet |= "DaemonSet".equals(owner.getKind());
            if (controller == null && Boolean.TRUE.equals(owner.getController())) {
                controller = new OwnerRef(
                        orEmpty(owner.getApiVersion()),
                        orEmpty(owner.getKind()),
                        orEmpty(owner.getName()),
                        orEmpty(owner.getUid()));
            }
        }
        return new PodOwners(true, daemonSet, controller);
    }

    private static PodRank rank(Pod pod) {
        return new PodRank(
                PodClassification.priorityClass(pod),
                pod.getSpec() == null ? null : pod.getSpec().getPriority(),
                PodClassification.kubeQos(pod),
                PodClassification.qos(pod),
                cost(pod, Annotations.POD_DELETION_COST),
                cost(pod, Annotations.POD_EVICTION_COST));
    }

    /** As Kubernetes reads the cost of a deletion: a sign or a leading zero before digits is malformed, which counts as 0. */
    private static int cost(Pod pod, String key) {
        String text = annotation(pod, key);
        if (!INTEGER.matcher(text).matches()) {
            return 0;
        }
        long value = Long.parseLong(text);
        return value < Integer.MIN_VALUE || value > Integer.MAX_VALUE ? 0 : (int) value;
    }

    private static PodState state(Pod pod) {
        List<PodCondition> conditions =
                pod.getStatus() == null ? List.of() : pod.getStatus().getConditions();
        boolean ready = false;
        String scheduled = "";
        Instant disrupted = null;
        for (PodCondition condition : conditions) {
            String type = orEmpty(condition.getType());
            boolean met = "True".equals(condition.getStatus());
            switch (type) {
                case "Ready" -> ready = met;
                case "PodScheduled" -> scheduled = orEmpty(condition.getStatus());
                case "DisruptionTarget" ->
                    disrupted = met ? time(condition.getLastTransitionTime(), Instant.EPOCH) : null;
                default -> {
                    // the others decide nothing
                }
            }
        }
        return new PodState(
                pod.getStatus() == null ? "" : orEmpty(pod.getStatus().getPhase()),
                ready,
                scheduled,
                pod.getMetadata().getDeletionTimestamp() != null,
                disrupted);
    }

    private static PodGuards guards(Pod pod) {
        Map<String, String> annotations =
                Objects.requireNonNullElse(pod.getMetadata().getAnnotations(), Map.of());
        Map<String, String> labels =
                Objects.requireNonNullElse(pod.getMetadata().getLabels(), Map.of());
        List<Volume> volumes = pod.getSpec() == null ? List.of() : pod.getSpec().getVolumes();
        String source = annotations.get(CONFIG_SOURCE);
        return new PodGuards(
                annotations.containsKey(MIRROR),
                source != null && !source.equals("api"),
                volumes.stream().anyMatch(volume -> volume.getEmptyDir() != null || volume.getHostPath() != null),
                volumes.stream().anyMatch(volume -> volume.getPersistentVolumeClaim() != null),
                annotations.containsKey(Annotations.DESCHEDULER_EVICT),
                labels.getOrDefault(Labels.EVICT_POLICY, ""),
                Labels.COMPONENT_NODE_MANAGER.equals(labels.get(Labels.COMPONENT)),
                annotations.getOrDefault(Annotations.POD_YARN_DRAINED, ""),
                pod.getSpec() == null ? "" : orEmpty(pod.getSpec().getSchedulerName()));
    }

    private static Map<String, Long> requests(Pod pod) {
        Map<String, Long> amounts = new TreeMap<>();
        PodRequests.of(pod).forEach((name, amount) -> amounts.put(name, whole(name, amount)));
        return amounts;
    }

    /** Rounded up, as Kubernetes does: cpu in milli-cores, all others in their own unit. */
    private static long whole(String name, BigDecimal amount) {
        BigDecimal scaled = name.equals(ResourceNames.CPU) ? amount.scaleByPowerOfTen(MILLI) : amount;
        return scaled.setScale(0, RoundingMode.CEILING).min(LARGEST).longValue();
    }

    private static Instant time(@Nullable String text, Instant absent) {
        if (text == null || text.isEmpty()) {
            return absent;
        }
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return absent;
        }
    }

    private static String annotation(Pod pod, String key) {
        Map<String, String> annotations = pod.getMetadata().getAnnotations();
        return annotations == null ? "" : annotations.getOrDefault(key, "");
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}

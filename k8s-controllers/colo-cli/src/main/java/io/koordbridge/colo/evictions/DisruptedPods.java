package io.koordbridge.colo.evictions;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.colo.evictions.Eviction.Freed;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Pods that are still there after their end, with the condition that Kubernetes gives those that were evicted. */
@PureCore
final class DisruptedPods {
    private static final String CONDITION = "DisruptionTarget";
    private static final BigDecimal MILLI = BigDecimal.valueOf(1000);

    private DisruptedPods() {}

    static List<Eviction> read(Pod pod) {
        return Optional.ofNullable(pod.getStatus()).map(status -> status.getConditions()).stream()
                .flatMap(List::stream)
                .filter(condition -> CONDITION.equals(condition.getType()) && "True".equals(condition.getStatus()))
                .map(condition -> of(pod, condition))
                .toList();
    }

    private static Eviction of(Pod pod, PodCondition condition) {
        String reason = condition.getReason() == null ? "-" : condition.getReason();
        String time = condition.getLastTransitionTime();
        return new Eviction(
                time == null ? null : EvictionEvents.parsed(time),
                pod.getSpec() == null ? null : pod.getSpec().getNodeName(),
                Eviction.POD,
                pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName(),
                owner(pod),
                reason,
                by(reason),
                condition.getMessage(),
                freed(PodRequests.of(pod)));
    }

    /** Kubernetes has a reason for each of its own components. */
    private static String by(String reason) {
        return switch (reason) {
            case "PreemptionByScheduler" -> "kube-scheduler";
            case "DeletionByTaintManager", "DeletionByPodGC" -> "kube-controller-manager";
            case "TerminationByKubelet" -> "kubelet";
            default -> "-";
        };
    }

    private static @Nullable String owner(Pod pod) {
        return Optional.ofNullable(pod.getMetadata().getOwnerReferences()).stream()
                .flatMap(List::stream)
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .map(DisruptedPods::name)
                .findFirst()
                .orElse(null);
    }

    private static String name(OwnerReference owner) {
        return owner.getKind() + "/" + owner.getName();
    }

    private static Freed freed(Map<String, BigDecimal> requests) {
        BigDecimal batch = requests.get(ResourceNames.BATCH_CPU);
        BigDecimal cores = requests.get(ResourceNames.CPU);
        BigDecimal memory = requests.getOrDefault(ResourceNames.BATCH_MEMORY, requests.get(ResourceNames.MEMORY));
        return new Freed(
                batch != null
                        ? (Long) batch.longValue()
                        : cores == null ? null : (Long) cores.multiply(MILLI).longValue(),
                memory == null ? null : (Long) memory.longValue());
    }
}

package io.koordbridge.manager.profile.outsidetier;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.koordbridge.api.document.admission.LimitRangeDefaults;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A best-effort pod outside the best-effort tier.
 *
 * @param qos what it is for Kubernetes
 * @param holders containers with cpu or memory, {@code spec.resources} among them
 * @param byLimitRange whether any of it came from a LimitRange
 */
@PureCore
record OutsidePod(String namespace, String name, String uid, KubeQos qos, List<String> holders, boolean byLimitRange) {

    private static final List<String> BATCH = List.of(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY);
    private static final List<String> PLAIN = List.of(ResourceNames.CPU, ResourceNames.MEMORY);
    private static final int NAMED = 3;

    OutsidePod {
        holders = List.copyOf(holders);
    }

    /** Empty for a pod in its tier, one of another class, and one that has ended. */
    static Optional<OutsidePod> of(Pod pod) {
        if (!isBestEffort(pod) || PodClassification.isTerminated(pod)) {
            return Optional.empty();
        }
        KubeQos qos = PodClassification.kubeQos(pod);
        return qos == KubeQos.BEST_EFFORT ? Optional.empty() : Optional.of(of(pod, qos));
    }

    /** By its label; without one, by batch resources. */
    private static boolean isBestEffort(Pod pod) {
        return switch (PodClassification.explicitQos(pod)) {
            case BE -> true;
            case NONE -> containers(pod).stream().anyMatch(one -> names(one.getResources(), BATCH));
            case LSE, LSR, LS, SYSTEM -> false;
        };
    }

    private static OutsidePod of(Pod pod, KubeQos qos) {
        List<String> holders = new ArrayList<>();
        if (pod.getSpec() != null && names(pod.getSpec().getResources(), PLAIN)) {
            holders.add("spec.resources");
        }
        containers(pod).stream()
                .filter(one -> names(one.getResources(), PLAIN))
                .limit(NAMED)
                .forEach(one -> holders.add("container " + one.getName()));
        String defaults = orEmpty(pod.getMetadata().getAnnotations()).get(Annotations.POD_LIMIT_RANGE_DEFAULTS);
        boolean byLimitRange = LimitRangeDefaults.of(defaults).orElse(LimitRangeDefaults.NONE).amounts().stream()
                .anyMatch(amount ->
                        PLAIN.contains(amount.resource()) && holders.contains("container " + amount.container()));
        return new OutsidePod(
                text(pod.getMetadata().getNamespace()),
                text(pod.getMetadata().getName()),
                text(pod.getMetadata().getUid()),
                qos,
                holders,
                byLimitRange);
    }

    private static List<Container> containers(Pod pod) {
        List<Container> all = new ArrayList<>();
        if (pod.getSpec() != null) {
            all.addAll(orEmpty(pod.getSpec().getContainers()));
            all.addAll(orEmpty(pod.getSpec().getInitContainers()));
        }
        return all;
    }

    private static boolean names(@Nullable ResourceRequirements resources, List<String> wanted) {
        return resources != null && (any(resources.getRequests(), wanted) || any(resources.getLimits(), wanted));
    }

    private static boolean any(@Nullable Map<String, Quantity> list, List<String> wanted) {
        return list != null && wanted.stream().anyMatch(list::containsKey);
    }

    private static String text(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
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

    /** What is wrong and the way out, in two sentences. */
    String message() {
        String where = holders.isEmpty() ? "" : " because of cpu or memory in " + String.join(", ", holders);
        String remedy = byLimitRange
                ? "Take cpu and memory out of the LimitRange of namespace " + namespace + ", then create the pod again."
                : "Let a ClusterColocationProfile convert them, or leave them out, then create the pod again.";
        return "the pod is best-effort, but %s for Kubernetes%s: it runs outside the best-effort tier and is not suppressed. %s"
                .formatted(qos.wireName(), where, remedy);
    }
}

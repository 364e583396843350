package io.koordbridge.api.pod;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** QoS and priority class of a pod; manager specification section 4. */
@PureCore
public final class PodClassification {

    private static final List<String> COUNTED = List.of(ResourceNames.CPU, ResourceNames.MEMORY);

    private PodClassification() {}

    /** The class of the QoS label. */
    public static QosClass explicitQos(Pod pod) {
        return QosClass.ofLabel(label(pod, Labels.POD_QOS_CLASS));
    }

    /** The class of the QoS label, else by the Kubernetes QoS: Guaranteed LSR, Burstable LS, BestEffort BE. */
    public static QosClass qos(Pod pod) {
        QosClass explicit = explicitQos(pod);
        if (explicit != QosClass.NONE) {
            return explicit;
        }
        return switch (kubeQos(pod)) {
            case GUARANTEED -> QosClass.LSR;
            case BURSTABLE -> QosClass.LS;
            case BEST_EFFORT -> QosClass.BE;
        };
    }

    /** The class of the priority-class label when the label exists, else of the band of {@code spec.priority}. */
    public static PriorityClass explicitPriorityClass(Pod pod) {
        String label = label(pod, Labels.POD_PRIORITY_CLASS);
        if (label != null) {
            return PriorityClass.ofName(label);
        }
        return PriorityClass.ofValue(
                pod.getSpec() == null ? null : pod.getSpec().getPriority());
    }

    /** {@link #explicitPriorityClass}, else by QoS: BE is batch, all others prod. */
    public static PriorityClass priorityClass(Pod pod) {
        PriorityClass explicit = explicitPriorityClass(pod);
        if (explicit != PriorityClass.NONE) {
            return explicit;
        }
        return qos(pod) == QosClass.BE ? PriorityClass.BATCH : PriorityClass.PROD;
    }

    /** {@code spec.priority} when set and not 0, else the default value of the class. */
    public static int priorityValue(Pod pod) {
        Integer priority = pod.getSpec() == null ? null : pod.getSpec().getPriority();
        return priority != null && priority != 0 ? priority : priorityClass(pod).defaultValue();
    }

    /** Whether the pod is done: Succeeded or Failed. */
    public static boolean isTerminated(Pod pod) {
        String phase = phase(pod);
        return "Succeeded".equals(phase) || "Failed".equals(phase);
    }

    /** Whether the pod is Pending or Running. */
    public static boolean isActive(Pod pod) {
        String phase = phase(pod);
        return "Pending".equals(phase) || "Running".equals(phase);
    }

    /** {@code status.qosClass} when set, else by the rules of Kubernetes over cpu and memory. */
    public static KubeQos kubeQos(Pod pod) {
        String reported = pod.getStatus() == null ? null : pod.getStatus().getQosClass();
        for (KubeQos candidate : KubeQos.values()) {
            if (candidate.wireName().equals(reported)) {
                return candidate;
            }
        }
        return computedKubeQos(pod);
    }

    private static KubeQos computedKubeQos(Pod pod) {
        if (pod.getSpec() == null) {
            return KubeQos.BEST_EFFORT;
        }
        Map<String, BigDecimal> requests = new TreeMap<>();
        Map<String, BigDecimal> limits = new TreeMap<>();
        boolean everyContainerLimited = true;
        for (ResourceRequirements resources : countedResources(pod)) {
            addPositive(requests, resources.getRequests());
            int limited = addPositive(limits, resources.getLimits());
            everyContainerLimited &= limited == COUNTED.size();
        }
        if (requests.isEmpty() && limits.isEmpty()) {
            return KubeQos.BEST_EFFORT;
        }
        return everyContainerLimited && same(requests, limits) ? KubeQos.GUARANTEED : KubeQos.BURSTABLE;
    }

    private static boolean same(Map<String, BigDecimal> left, Map<String, BigDecimal> right) {
        return left.keySet().equals(right.keySet())
                && left.entrySet().stream().allMatch(one -> one.getValue().compareTo(right.get(one.getKey())) == 0);
    }

    private static List<ResourceRequirements> countedResources(Pod pod) {
        ResourceRequirements whole = pod.getSpec().getResources();
        if (whole != null
                && (PodRequests.anyReplaces(whole.getRequests()) || PodRequests.anyReplaces(whole.getLimits()))) {
            return List.of(whole);
        }
        List<ResourceRequirements> all = new ArrayList<>();
        for (Container container : PodRequests.containers(pod)) {
            all.add(orEmpty(container));
        }
        for (Container container : PodRequests.initContainers(pod)) {
            all.add(orEmpty(container));
        }
        return all;
    }

    private static ResourceRequirements orEmpty(Container container) {
        return container.getResources() == null ? new ResourceRequirements() : container.getResources();
    }

    /** Adds what is above zero and returns how many resources that were. */
    private static int addPositive(Map<String, BigDecimal> sum, @Nullable Map<String, Quantity> list) {
        int found = 0;
        for (String name : COUNTED) {
            Quantity quantity = list == null ? null : list.get(name);
            BigDecimal amount = quantity == null ? BigDecimal.ZERO : Quantities.decimal(quantity);
            if (amount.signum() > 0) {
                sum.merge(name, amount, BigDecimal::add);
                found++;
            }
        }
        return found;
    }

    private static @Nullable String phase(Pod pod) {
        return pod.getStatus() == null ? null : pod.getStatus().getPhase();
    }

    private static @Nullable String label(Pod pod, String key) {
        Map<String, String> labels =
                pod.getMetadata() == null ? null : pod.getMetadata().getLabels();
        return labels == null ? null : labels.get(key);
    }
}

package io.koordbridge.manager.handlers.podvalidation;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.pod.GivenResources;
import io.koordbridge.api.document.pod.ResourceStatusReader;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.manager.handlers.podvalidation.Violation.Kind;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which QoS classes, priorities and resources go together, and what may not change. */
@PureCore
final class ColocationRules {

    static final String REQUESTS = "pod.spec.containers[*].resources.requests";
    private static final String QOS_LABEL = "labels." + Labels.POD_QOS_CLASS;
    private static final Set<PriorityClass> NOT_WITH_BE = Set.of(PriorityClass.NONE, PriorityClass.PROD);
    private static final Set<PriorityClass> NOT_WITH_LSR =
            Set.of(PriorityClass.NONE, PriorityClass.MID, PriorityClass.BATCH, PriorityClass.FREE);

    private ColocationRules() {}

    /**
     * All violations, in order.
     *
     * @param before the pod before an update, null on creation
     * @param fixedSubPriority whether the sub-priority may not change
     */
    static List<Violation> violations(Pod pod, @Nullable Pod before, boolean fixedSubPriority) {
        List<Violation> found = new ArrayList<>();
        if (before != null) {
            unchanged(pod, before, fixedSubPriority, found);
        }
        batchNeedsBestEffort(pod, found);
        combination(pod, found);
        wholeCores(pod, found);
        if (before != null) {
            resized(pod, before, found);
        }
        return found;
    }

    private static void unchanged(Pod pod, Pod before, boolean fixedSubPriority, List<Violation> found) {
        if (PodClassification.explicitQos(pod) != PodClassification.explicitQos(before)) {
            found.add(immutable(QOS_LABEL, text(before, Labels.POD_QOS_CLASS), text(pod, Labels.POD_QOS_CLASS)));
        }
        PriorityClass oldClass = PodClassification.explicitPriorityClass(before);
        PriorityClass newClass = PodClassification.explicitPriorityClass(pod);
        if (oldClass != newClass) {
            found.add(immutable("spec.priority", oldClass.wireName(), newClass.wireName()));
        }
        String oldPriority = text(before, Labels.POD_PRIORITY);
        String newPriority = text(pod, Labels.POD_PRIORITY);
        if (fixedSubPriority && !oldPriority.equals(newPriority)) {
            String name = "labels." + Labels.POD_PRIORITY;
            found.add(new Violation(
                    Kind.INVALID,
                    name,
                    immutable(oldPriority, newPriority)
                            + " without the feature gate ColocationProfileSkipValidatingPriority"));
        }
    }

    private static Violation immutable(String field, String before, String after) {
        return new Violation(Kind.INVALID, field, immutable(before, after));
    }

    private static String immutable(String before, String after) {
        return "'" + after + "', was '" + before + "' and may not change";
    }

    private static void batchNeedsBestEffort(Pod pod, List<Violation> found) {
        Map<String, BigDecimal> requests = PodRequests.ofSpec(pod);
        boolean batch = isPresent(requests, ResourceNames.BATCH_CPU) || isPresent(requests, ResourceNames.BATCH_MEMORY);
        if (batch && PodClassification.explicitQos(pod) != QosClass.BE) {
            found.add(new Violation(Kind.REQUIRED, QOS_LABEL, "batch resources need QoS class BE"));
        }
    }

    private static boolean isPresent(Map<String, BigDecimal> requests, String name) {
        return requests.getOrDefault(name, BigDecimal.ZERO).signum() != 0;
    }

    private static void combination(Pod pod, List<Violation> found) {
        QosClass qos = PodClassification.explicitQos(pod);
        PriorityClass priority = PodClassification.explicitPriorityClass(pod);
        boolean refused = (qos == QosClass.BE && NOT_WITH_BE.contains(priority))
                || (qos == QosClass.LSR && NOT_WITH_LSR.contains(priority));
        if (refused) {
            String name = priority == PriorityClass.NONE ? "none" : priority.wireName();
            found.add(new Violation(
                    Kind.FORBIDDEN, "Pod", "QoS class " + qos + " and priority class " + name + " do not go together"));
        }
    }

    private static void wholeCores(Pod pod, List<Violation> found) {
        QosClass qos = PodClassification.explicitQos(pod);
        if (qos != QosClass.LSR && qos != QosClass.LSE) {
            return;
        }
        BigDecimal cores = PodRequests.ofSpec(pod).getOrDefault(ResourceNames.CPU, BigDecimal.ZERO);
        if (cores.signum() == 0) {
            found.add(new Violation(Kind.REQUIRED, REQUESTS, "QoS class " + qos + " needs a request of cpu"));
        } else if (cores.stripTrailingZeros().scale() > 0) {
            found.add(new Violation(
                    Kind.INVALID,
                    REQUESTS,
                    "cpu " + cores.toPlainString() + ", QoS class " + qos + " needs whole cores"));
        }
    }

    /** Kubernetes changes cpu and memory in place, and knows neither CPUs of a pod's own nor batch resources. */
    private static void resized(Pod pod, Pod before, List<Violation> found) {
        Map<String, BigDecimal> now = PodRequests.ofSpec(pod);
        Map<String, BigDecimal> was = PodRequests.ofSpec(before);
        QosClass qos = PodClassification.explicitQos(pod);
        for (String name : List.of(ResourceNames.CPU, ResourceNames.MEMORY)) {
            BigDecimal more = now.getOrDefault(name, BigDecimal.ZERO);
            if (more.compareTo(was.getOrDefault(name, BigDecimal.ZERO)) <= 0) {
                continue;
            }
            if (qos == QosClass.BE) {
                found.add(new Violation(
                        Kind.FORBIDDEN,
                        REQUESTS,
                        name + " of a pod of QoS class BE may not grow: batch resources are not resized"));
            } else if (name.equals(ResourceNames.CPU) && (qos == QosClass.LSR || qos == QosClass.LSE)) {
                withinCpus(pod, more, found);
            }
        }
    }

    private static void withinCpus(Pod pod, BigDecimal cores, List<Violation> found) {
        CpuSet own = ResourceStatusReader.read(pod).orElse(GivenResources.NONE).cpus();
        if (!own.isEmpty() && cores.compareTo(BigDecimal.valueOf(own.size())) > 0) {
            found.add(new Violation(
                    Kind.INVALID,
                    REQUESTS,
                    "cpu " + cores.toPlainString() + ", the scheduler gave the pod " + own.size() + " CPUs ("
                            + own.format() + ") and cannot give more while it runs"));
        }
    }

    static String text(Pod pod, String label) {
        Map<String, String> labels =
                pod.getMetadata() == null ? null : pod.getMetadata().getLabels();
        String text = labels == null ? null : labels.get(label);
        return text == null ? "" : text;
    }
}

package io.koordbridge.scheduler.topology;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.NumaNodeResource;
import io.koordbridge.api.annotation.ResourceStatus;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.scheduler.resource.ResourceVector;
import io.koordbridge.scheduler.topology.PodNuma.Spec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Pod objects to {@link PodNuma}; scheduler specification sections 2.1, 4 and 7. */
@PureCore
public final class PodNumaReader {

    private PodNumaReader() {}

    /** Annotation resource-spec. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record ResourceSpec(
            @JsonProperty("requiredCPUBindPolicy") @Nullable String required,

            @JsonProperty("preferredCPUBindPolicy") @Nullable
            String preferred,

            @JsonProperty("preferredCPUExclusivePolicy") @Nullable
            String exclusive) {}

    /** Annotation numa-topology-spec. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record NumaTopologySpec(
            @JsonProperty("numaTopologyPolicy") @Nullable String policy,

            @JsonProperty("singleNUMANodeExclusive") @Nullable
            String exclusive) {}

    /** Reads the annotations of a pod. */
    public static PodNuma read(Pod pod) {
        try {
            ResourceSpec bind = AnnotationCodec.read(pod, Annotations.POD_RESOURCE_SPEC, ResourceSpec.class)
                    .orElse(new ResourceSpec(null, null, null));
            NumaTopologySpec numa = AnnotationCodec.read(
                            pod, Annotations.POD_NUMA_TOPOLOGY_SPEC, NumaTopologySpec.class)
                    .orElse(new NumaTopologySpec(null, null));
            Spec spec = new Spec(
                    text(bind.preferred()),
                    text(bind.required()),
                    text(bind.exclusive()),
                    text(numa.policy()),
                    text(numa.exclusive()));
            return new PodNuma(spec, "", maybeOwnCpus(pod), holding(pod, spec.exclusiveBind()));
        } catch (BadAnnotationException unreadable) {
            return new PodNuma(null, String.valueOf(unreadable.getMessage()), maybeOwnCpus(pod), holding(pod, ""));
        }
    }

    private static boolean maybeOwnCpus(Pod pod) {
        QosClass qos = PodClassification.explicitQos(pod);
        return (qos == QosClass.LSE || qos == QosClass.LSR)
                && PodClassification.priorityClass(pod) == PriorityClass.PROD;
    }

    /** What an object says that a scheduler gave it, nothing when that cannot be read. */
    public static NumaHolding holding(HasMetadata object) {
        return holding(object, "");
    }

    private static NumaHolding holding(HasMetadata object, String exclusive) {
        try {
            return AnnotationCodec.read(object, Annotations.POD_RESOURCE_STATUS, ResourceStatus.class)
                    .map(status -> holding(status, exclusive))
                    .orElse(NumaHolding.NONE);
        } catch (BadAnnotationException | IllegalArgumentException | ArithmeticException unreadable) {
            return NumaHolding.NONE;
        }
    }

    private static NumaHolding holding(ResourceStatus status, String exclusive) {
        Map<Integer, ResourceVector> amounts = new TreeMap<>();
        for (NumaNodeResource node :
                Objects.requireNonNullElse(status.numaNodeResources(), List.<NumaNodeResource>of())) {
            int id = Objects.requireNonNullElse(node.node(), 0);
            if (id >= 0 && id <= NumaSet.HIGHEST) {
                amounts.merge(id, ResourceVector.ofQuantities(node.resources()), ResourceVector::plus);
            }
        }
        return new NumaHolding(CpuSet.parse(text(status.cpuset())), exclusive, NumaQuantities.of(amounts));
    }

    private static String text(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }
}

package io.koordbridge.scheduler.view;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.ContainerResources;
import io.koordbridge.api.annotation.ExtendedResourceSpec;
import io.koordbridge.api.nodecheck.PodConstraints;
import io.koordbridge.api.pod.ContainerRequests;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.numa.NumaHolding;
import io.koordbridge.scheduler.facts.numa.PodNuma;
import io.koordbridge.scheduler.facts.numa.PodNumaReader;
import io.koordbridge.scheduler.facts.reservation.PodClaim;
import io.koordbridge.scheduler.facts.reservation.PodClaimReader;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/** Pod objects to {@link PodFacts}; scheduler specification sections 2, 3 and 19. */
@PureCore
public final class PodFactsReader {

    /** 100 milli-cores and 200 MiB. */
    private static final Map<String, BigDecimal> ASSUMED_OF_A_CONTAINER =
            Map.of(ResourceNames.CPU, new BigDecimal("0.1"), ResourceNames.MEMORY, BigDecimal.valueOf(200L << 20));

    /** Owners whose pods kube-scheduler spreads over nodes and zones without being asked to. */
    private static final Set<String> REPLICATED = Set.of("ReplicaSet", "ReplicationController", "StatefulSet");

    private static final List<String> BATCH = List.of(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY);

    private PodFactsReader() {}

    /**
     * Reads a pod.
     *
     * @throws IllegalArgumentException when a quantity is not one
     */
    public static PodFacts read(Pod pod) {
        QuantityGuard.check(pod);
        String node = PodPlacement.nodeName(pod);
        boolean bound = !node.isEmpty();
        ContainerRequests counted = ContainerRequests.counted(pod);
        ContainerRequests assuming = counted.assuming(ASSUMED_OF_A_CONTAINER);
        ResourceVector request = ResourceVector.ofExact(PodRequests.of(pod, counted));
        ResourceVector nonZeroRequest = ResourceVector.ofExact(PodRequests.of(pod, assuming));
        // Whoever makes a pod may write the annotations as well: they count once it is bound, and as far as its request
        // goes.
        PodNuma numa = PodNumaReader.read(pod);
        PodTraits traits = PodTraitsReader.traits(pod, bound);
        return new PodFacts(
                Objects.requireNonNullElse(pod.getMetadata().getUid(), ""),
                Objects.requireNonNullElse(pod.getMetadata().getNamespace(), "default"),
                pod.getMetadata().getName(),
                bound ? node : null,
                PodClassification.isTerminated(pod),
                wishes(pod, bound, !bound || !traits.reservations().used().isEmpty()),
                PodTraitsReader.times(pod),
                new PodShape(
                        request,
                        nonZeroRequest,
                        sequentialRequest(pod, assuming, nonZeroRequest),
                        bound ? HoldingBound.bounded(pod, numa) : numa.with(NumaHolding.NONE),
                        traits),
                bound ? Map.of() : missingAnnotations(pod));
    }

    private static PodWishes wishes(Pod pod, boolean bound, boolean claims) {
        PodClaim claim = claims ? PodClaimReader.read(pod) : PodClaim.NONE;
        return bound
                ? PodWishes.bound(PodConstraints.onNode(pod), claim)
                : new PodWishes(
                        isConstrained(pod), PodTraitsReader.isOfAny(pod, REPLICATED), PodConstraints.of(pod), claim);
    }

    private static boolean isConstrained(Pod pod) {
        return pod.getSpec() != null
                && (pod.getSpec().getAffinity() != null
                        || !pod.getSpec().getTopologySpreadConstraints().isEmpty());
    }

    private static ResourceVector sequentialRequest(
            Pod pod, ContainerRequests requests, ResourceVector nonZeroRequest) {
        if (pod.getSpec() == null || pod.getSpec().getInitContainers().isEmpty()) {
            return nonZeroRequest;
        }
        Map<String, Long> sum = new TreeMap<>();
        for (Container container : pod.getSpec().getContainers()) {
            merge(sum, requests.of(container), ResourceVector::saturatedSum);
        }
        for (Container init : pod.getSpec().getInitContainers()) {
            boolean sidecar = "Always".equals(init.getRestartPolicy());
            merge(sum, requests.ofInit(init), sidecar ? ResourceVector::saturatedSum : Math::max);
        }
        return ResourceVector.of(sum)
                .plus(ResourceVector.ofQuantities(pod.getSpec().getOverhead()));
    }

    /** In place: a copy for each of thousands of containers would be work that grows with their square. */
    private static void merge(Map<String, Long> sum, Map<String, BigDecimal> requests, LongBinaryOperator rule) {
        ResourceVector need = ResourceVector.ofExact(requests);
        need.names().forEach(name -> sum.merge(name, need.get(name), rule::applyAsLong));
    }

    /**
     * Batch requests and limits by container, for a pod that has them but came past the webhook: without the annotation the
     * node agent does not limit it.
     */
    private static Map<String, String> missingAnnotations(Pod pod) {
        if (pod.getSpec() == null
                || AnnotationCodec.text(pod, Annotations.POD_EXTENDED_RESOURCE_SPEC)
                        .isPresent()) {
            return Map.of();
        }
        Map<String, ContainerResources> containers = new TreeMap<>();
        for (Container container : pod.getSpec().getContainers()) {
            Map<String, Quantity> requests = batchOf(requests(container));
            Map<String, Quantity> limits = batchOf(
                    container.getResources() == null
                            ? null
                            : container.getResources().getLimits());
            if (requests != null || limits != null) {
                containers.put(container.getName(), new ContainerResources(limits, requests));
            }
        }
        return containers.isEmpty()
                ? Map.of()
                : Map.of(
                        Annotations.POD_EXTENDED_RESOURCE_SPEC,
                        AnnotationCodec.write(new ExtendedResourceSpec(containers)));
    }

    private static @Nullable Map<String, Quantity> batchOf(@Nullable Map<String, Quantity> list) {
        Map<String, Quantity> batch = new TreeMap<>();
        if (list != null) {
            BATCH.stream()
                    .filter(list::containsKey)
                    .forEach(name -> batch.put(name, Objects.requireNonNull(list.get(name))));
        }
        return batch.isEmpty() ? null : batch;
    }

    private static Map<String, Quantity> requests(Container container) {
        Map<String, Quantity> requests = container.getResources() == null
                ? null
                : container.getResources().getRequests();
        return requests == null ? Map.of() : requests;
    }
}

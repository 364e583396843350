package io.koordbridge.api.pod;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What each container of a pod requests while the pod may be resized in place, as kubelet and kube-scheduler count it; design 3.31. By
 * resource:
 *
 * <table>
 * <caption>What counts</caption>
 * <tr><th>pod</th><th>container, native sidecar</th></tr>
 * <tr><td>waits for a node</td><td>its spec: until it is bound, only clients write the status</td></tr>
 * <tr><td>bound, no status of the container, or one with neither {@code resources} nor {@code allocatedResources}</td><td>its spec</td></tr>
 * <tr><td>bound</td><td>the largest of spec, {@code allocatedResources} and {@code resources.requests}</td></tr>
 * <tr><td>bound, the resize is infeasible</td><td>the same without the spec, which counts only if the status has no {@code resources}</td></tr>
 * <tr><td>an amount of the status is negative, no quantity or beyond 63 bits</td><td>the amount counts as absent; where the status has no
 * other amount of the resource, the spec counts</td></tr>
 * <tr><td>status of a container that the spec does not name, of an ephemeral container, of an init container that ends</td><td>nothing</td></tr>
 * </table>
 *
 * <p>The requests of the pod as a whole count likewise, by {@code resources} and {@code allocatedResources} of the pod's status. The reason
 * of the condition PodResizePending says that a resize is infeasible; without the condition {@code status.resize} does, which Kubernetes
 * wrote before 1.33.
 */
@PureCore
public final class ContainerRequests {

    private static final String RESIZE_PENDING = "PodResizePending";
    private static final String INFEASIBLE = "Infeasible";
    private static final ContainerRequests OF_SPEC = new ContainerRequests(new PodStatus(), Map.of(), false, Map.of());

    private final PodStatus status;
    private final Map<String, ContainerStatus> byName;
    private final boolean infeasible;
    private final Map<String, BigDecimal> assumed;

    private ContainerRequests(
            PodStatus status,
            Map<String, ContainerStatus> byName,
            boolean infeasible,
            Map<String, BigDecimal> assumed) {
        this.status = status;
        this.byName = byName;
        this.infeasible = infeasible;
        this.assumed = assumed;
    }

    /** As the pod's node provides them now. */
    public static ContainerRequests counted(Pod pod) {
        PodStatus status = pod.getStatus();
        if (status == null || PodPlacement.nodeName(pod).isEmpty()) {
            return OF_SPEC;
        }
        Map<String, ContainerStatus> byName = new HashMap<>();
        Stream.of(orEmpty(status.getContainerStatuses()), orEmpty(status.getInitContainerStatuses()))
                .flatMap(List::stream)
                .filter(ContainerRequests::hasAmounts)
                .forEach(one -> byName.put(one.getName(), one));
        return new ContainerRequests(status, byName, isInfeasible(status), Map.of());
    }

    /** As the pod's author specifies them. */
    public static ContainerRequests ofSpec() {
        return OF_SPEC;
    }

    /** The same with these amounts for each container that does not request the resource. */
    public ContainerRequests assuming(Map<String, BigDecimal> amounts) {
        return new ContainerRequests(status, byName, infeasible, amounts);
    }

    private static boolean hasAmounts(@Nullable ContainerStatus one) {
        return one != null
                && one.getName() != null
                && (one.getResources() != null
                        || !orEmpty(one.getAllocatedResources()).isEmpty());
    }

    /** Of a container that runs beside the others, or of a native sidecar. */
    public Map<String, BigDecimal> of(Container container) {
        ContainerStatus reported = byName.get(name(container));
        if (reported == null) {
            return specified(container);
        }
        ReportedAmounts amounts = new ReportedAmounts();
        amounts.add(reported.getAllocatedResources());
        if (reported.getResources() != null) {
            amounts.add(reported.getResources().getRequests());
        }
        return withAssumed(amounts.with(spec(container), infeasible && reported.getResources() != null));
    }

    /** Of an init container. One that ends is never resized. */
    public Map<String, BigDecimal> ofInit(Container container) {
        return isSidecar(container) ? of(container) : specified(container);
    }

    /** Adds {@link #of}; where nothing but the spec counts, as for most pods, without a copy. */
    void addTo(Map<String, BigDecimal> sum, Container container) {
        if (assumed.isEmpty() && !byName.containsKey(name(container))) {
            PodRequests.add(sum, spec(container));
        } else {
            of(container).forEach((name, amount) -> sum.merge(name, amount, BigDecimal::add));
        }
    }

    /** Adds {@link #ofInit}. */
    void addInitTo(Map<String, BigDecimal> sum, Container container) {
        ofInit(container).forEach((name, amount) -> sum.merge(name, amount, BigDecimal::add));
    }

    static boolean isSidecar(Container container) {
        return "Always".equals(container.getRestartPolicy());
    }

    private Map<String, BigDecimal> specified(Container container) {
        Map<String, BigDecimal> amounts = new TreeMap<>();
        spec(container).forEach((name, quantity) -> amounts.put(name, Quantities.decimal(quantity)));
        return withAssumed(amounts);
    }

    private static String name(Container container) {
        return Objects.requireNonNullElse(container.getName(), "");
    }

    private static Map<String, Quantity> spec(Container container) {
        return container.getResources() == null
                ? Map.of()
                : orEmpty(container.getResources().getRequests());
    }

    private Map<String, BigDecimal> withAssumed(Map<String, BigDecimal> amounts) {
        assumed.forEach(amounts::putIfAbsent);
        return amounts;
    }

    /**
     * Of the pod as a whole, without its overhead.
     *
     * @param spec the requests of the pod's spec that replace those of its containers
     */
    Map<String, BigDecimal> ofPod(Map<String, Quantity> spec, Map<String, Quantity> overhead) {
        Map<String, Quantity> actual = PodLevelStatus.requests(status);
        ReportedAmounts amounts = new ReportedAmounts();
        amounts.add(actual);
        amounts.add(PodLevelStatus.allocated(status));
        amounts.minus(overhead);
        Map<String, BigDecimal> counted = amounts.with(spec, infeasible && actual != null);
        counted.keySet().retainAll(spec.keySet());
        return counted;
    }

    private static boolean isInfeasible(PodStatus status) {
        return orEmpty(status.getConditions()).stream()
                .filter(condition -> condition != null && RESIZE_PENDING.equals(condition.getType()))
                .findFirst()
                .map(condition -> INFEASIBLE.equals(condition.getReason()))
                .orElseGet(() -> INFEASIBLE.equals(status.getResize()));
    }
}

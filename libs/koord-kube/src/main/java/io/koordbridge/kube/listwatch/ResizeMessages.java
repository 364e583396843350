package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.koordbridge.api.pod.PodLevelStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the status of a pod says of its containers: the requests that the kubelet has set aside and those that the control groups have, and
 * optionally the ids. Statuses that say none of it are left out, as are limits.
 */
final class ResizeMessages {

    private static final String PENDING = "PodResizePending";

    private final PodStatus status;
    private final boolean containerIds;
    private final Map<String, Quantity> allocated = new HashMap<>();

    /** Decodes into this status. */
    ResizeMessages(PodStatus status, boolean containerIds) {
        this.status = status;
        this.containerIds = containerIds;
    }

    /** Whether the condition says that the kubelet has not taken over the requests of the spec; its reason says why. */
    static boolean isPending(@Nullable String type) {
        return PENDING.equals(type);
    }

    /** The condition if it is that one: of the others nothing is kept. */
    static Optional<PodCondition> pending(ProtoReader message) {
        String type = "";
        String reason = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> type = message.text();
                case 5 -> reason = message.text();
                default -> message.skip();
            }
        }
        if (!isPending(type)) {
            return Optional.empty();
        }
        PodCondition condition = new PodCondition();
        condition.setType(type);
        condition.setReason(reason);
        return Optional.of(condition);
    }

    /** One field of the status. */
    void field(int field, ProtoReader message) {
        switch (field) {
            case 8 -> container(message, status.getContainerStatuses());
            case 10 -> container(message, status.getInitContainerStatuses());
            case 14 -> status.setResize(message.text());
            case 19 -> MetaMessages.put(allocated, message.message(MetaMessages::reportedAmount));
            case 20 -> PodLevelStatus.setRequests(status, message.message(ResizeMessages::requests));
            default -> message.skip();
        }
    }

    /** All fields are read. */
    void end() {
        if (!allocated.isEmpty()) {
            PodLevelStatus.setAllocated(status, allocated);
        }
    }

    private void container(ProtoReader message, List<ContainerStatus> found) {
        ContainerStatus one = message.message(this::container);
        if (containerIds
                || one.getResources() != null
                || !one.getAllocatedResources().isEmpty()) {
            found.add(one);
        }
    }

    private ContainerStatus container(ProtoReader message) {
        ContainerStatus one = new ContainerStatus();
        Map<String, Quantity> amounts = new HashMap<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> one.setName(message.text());
                case 8 -> id(message, one);
                case 10 -> MetaMessages.put(amounts, message.message(MetaMessages::reportedAmount));
                case 11 -> one.setResources(message.message(ResizeMessages::resources));
                default -> message.skip();
            }
        }
        one.setAllocatedResources(amounts);
        return one;
    }

    private void id(ProtoReader message, ContainerStatus one) {
        if (containerIds) {
            one.setContainerID(message.text());
        } else {
            message.skip();
        }
    }

    private static ResourceRequirements resources(ProtoReader message) {
        ResourceRequirements resources = new ResourceRequirements();
        resources.setRequests(requests(message));
        return resources;
    }

    private static Map<String, Quantity> requests(ProtoReader message) {
        Map<String, Quantity> requests = new HashMap<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 2) {
                MetaMessages.put(requests, message.message(MetaMessages::reportedAmount));
            } else {
                message.skip();
            }
        }
        return requests;
    }
}

package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Kubernetes' binary encoding of pods; field numbers are those of {@code k8s.io/api/core/v1}, which never change. Decoded are
 * identity, labels, annotations, node, priority, resources, those of the status included, phase, start and QoS class, and optionally what
 * identifies the host, what identifies the control groups, and what decides where it may run.
 *
 * @param addresses whether host network, host name, subdomain, node selector and addresses are decoded
 * @param containerIds whether ids of containers and init containers are decoded
 * @param placement whether owners, conditions, and what decides where the pod may run are decoded
 * @param controllers whether owners are decoded with their group and version, and whether they are the controller
 */
@PureCore
record PodMessages(boolean addresses, boolean containerIds, boolean placement, boolean controllers) {

    static final PodMessages CAPACITY = new PodMessages(false, false, false, false);
    static final PodMessages WITH_ADDRESSES = new PodMessages(true, false, false, false);
    static final PodMessages WITH_CONTAINER_IDS = new PodMessages(false, true, false, false);
    static final PodMessages WITH_PLACEMENT = new PodMessages(false, false, true, false);
    static final PodMessages WITH_CONTROLLERS = new PodMessages(false, false, true, true);

    Pod pod(ProtoReader message) {
        Pod pod = new Pod();
        pod.setMetadata(new ObjectMeta());
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> pod.setMetadata(metadata(message));
                case 2 -> pod.setSpec(message.message(this::spec));
                case 3 -> pod.setStatus(message.message(this::status));
                default -> message.skip();
            }
        }
        return pod;
    }

    private ObjectMeta metadata(ProtoReader message) {
        if (controllers) {
            return message.message(MetaMessages::metadataWithControllers);
        }
        return message.message(placement ? MetaMessages::metadataWithOwners : MetaMessages::metadata);
    }

    private PodSpec spec(ProtoReader message) {
        PodSpec spec = new PodSpec();
        List<Container> containers = new ArrayList<>();
        List<Container> initContainers = new ArrayList<>();
        Map<String, Quantity> overhead = new HashMap<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 2 -> containers.add(message.message(this::container));
                case 10 -> spec.setNodeName(message.text());
                case 19 -> spec.setSchedulerName(message.text());
                case 20 -> initContainers.add(message.message(this::container));
                case 24 -> spec.setPriorityClassName(message.text());
                case 25 -> spec.setPriority((int) message.number());
                case 32 -> MetaMessages.put(overhead, message.message(MetaMessages::amount));
                case 40 -> spec.setResources(message.message(PodMessages::resources));
                default -> hostOrPlacement(field, message, spec);
            }
        }
        spec.setContainers(containers);
        spec.setInitContainers(initContainers);
        spec.setOverhead(overhead);
        return spec;
    }

    private void hostOrPlacement(int field, ProtoReader message, PodSpec spec) {
        if (addresses) {
            host(field, message, spec);
        } else if (placement) {
            PlacementMessages.specField(field, message, spec);
        } else {
            message.skip();
        }
    }

    private static void host(int field, ProtoReader message, PodSpec spec) {
        switch (field) {
            case 7 -> MetaMessages.put(spec.getNodeSelector(), message.message(MetaMessages::text));
            case 11 -> spec.setHostNetwork(message.number() != 0);
            case 16 -> spec.setHostname(message.text());
            case 17 -> spec.setSubdomain(message.text());
            default -> message.skip();
        }
    }

    private Container container(ProtoReader message) {
        Container container = new Container();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> container.setName(message.text());
                case 8 -> container.setResources(message.message(PodMessages::resources));
                case 24 -> container.setRestartPolicy(message.text());
                default -> port(field, message, container);
            }
        }
        return container;
    }

    private void port(int field, ProtoReader message, Container container) {
        if (placement && field == 6) {
            container.getPorts().add(message.message(PlacementMessages::port));
        } else {
            message.skip();
        }
    }

    private static ResourceRequirements resources(ProtoReader message) {
        Map<String, Quantity> limits = new HashMap<>();
        Map<String, Quantity> requests = new HashMap<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> MetaMessages.put(limits, message.message(MetaMessages::amount));
                case 2 -> MetaMessages.put(requests, message.message(MetaMessages::amount));
                default -> message.skip();
            }
        }
        ResourceRequirements resources = new ResourceRequirements();
        resources.setLimits(limits);
        resources.setRequests(requests);
        return resources;
    }

    private PodStatus status(ProtoReader message) {
        PodStatus status = new PodStatus();
        ResizeMessages resize = new ResizeMessages(status, containerIds);
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> status.setPhase(message.text());
                case 2 -> condition(message, status.getConditions());
                case 7 -> status.setStartTime(message.message(MetaMessages::time));
                case 9 -> status.setQosClass(message.text());
                case 5, 6 -> address(field, message, status);
                default -> resize.field(field, message);
            }
        }
        resize.end();
        return status;
    }

    /** Where placement is not read, only the condition that decides what the pod requests. */
    private void condition(ProtoReader message, List<PodCondition> found) {
        if (placement) {
            found.add(message.message(PodMessages::condition));
        } else {
            message.message(ResizeMessages::pending).ifPresent(found::add);
        }
    }

    private static PodCondition condition(ProtoReader message) {
        PodCondition condition = new PodCondition();
        String reason = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> condition.setType(message.text());
                case 2 -> condition.setStatus(message.text());
                case 4 -> condition.setLastTransitionTime(message.message(MetaMessages::time));
                case 5 -> reason = message.text();
                default -> message.skip();
            }
        }
        if (ResizeMessages.isPending(condition.getType())) {
            condition.setReason(reason);
        }
        return condition;
    }

    private void address(int field, ProtoReader message, PodStatus status) {
        if (addresses && field == 5) {
            status.setHostIP(message.text());
        } else if (addresses) {
            status.setPodIP(message.text());
        } else {
            message.skip();
        }
    }
}

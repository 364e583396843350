package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
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
 * identity, labels, annotations, node, priority, resources, phase and QoS class, and optionally what identifies the host, and what identifies the
 * control groups.
 *
 * @param addresses whether host network, host name and addresses are decoded
 * @param containerIds whether ids of containers and init containers are decoded
 */
@PureCore
record PodMessages(boolean addresses, boolean containerIds) {

    static final PodMessages CAPACITY = new PodMessages(false, false);
    static final PodMessages WITH_ADDRESSES = new PodMessages(true, false);
    static final PodMessages WITH_CONTAINER_IDS = new PodMessages(false, true);

    Pod pod(ProtoReader message) {
        Pod pod = new Pod();
        pod.setMetadata(new ObjectMeta());
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> pod.setMetadata(message.message(MetaMessages::metadata));
                case 2 -> pod.setSpec(message.message(this::spec));
                case 3 -> pod.setStatus(message.message(this::status));
                default -> message.skip();
            }
        }
        return pod;
    }

    private PodSpec spec(ProtoReader message) {
        PodSpec spec = new PodSpec();
        List<Container> containers = new ArrayList<>();
        List<Container> initContainers = new ArrayList<>();
        Map<String, Quantity> overhead = new HashMap<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 2 -> containers.add(message.message(PodMessages::container));
                case 10 -> spec.setNodeName(message.text());
                case 19 -> spec.setSchedulerName(message.text());
                case 20 -> initContainers.add(message.message(PodMessages::container));
                case 24 -> spec.setPriorityClassName(message.text());
                case 25 -> spec.setPriority((int) message.number());
                case 32 -> MetaMessages.put(overhead, message.message(MetaMessages::amount));
                case 40 -> spec.setResources(message.message(PodMessages::resources));
                default -> host(field, message, spec);
            }
        }
        spec.setContainers(containers);
        spec.setInitContainers(initContainers);
        spec.setOverhead(overhead);
        return spec;
    }

    private void host(int field, ProtoReader message, PodSpec spec) {
        if (addresses && field == 11) {
            spec.setHostNetwork(message.number() != 0);
        } else if (addresses && field == 16) {
            spec.setHostname(message.text());
        } else {
            message.skip();
        }
    }

    private static Container container(ProtoReader message) {
        Container container = new Container();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> container.setName(message.text());
                case 8 -> container.setResources(message.message(PodMessages::resources));
                case 24 -> container.setRestartPolicy(message.text());
                default -> message.skip();
            }
        }
        return container;
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
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> status.setPhase(message.text());
                case 9 -> status.setQosClass(message.text());
                case 5, 6 -> address(field, message, status);
                case 8 -> containerId(message, status.getContainerStatuses());
                case 10 -> containerId(message, status.getInitContainerStatuses());
                default -> message.skip();
            }
        }
        return status;
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

    private void containerId(ProtoReader message, List<ContainerStatus> found) {
        if (containerIds) {
            found.add(message.message(PodMessages::containerStatus));
        } else {
            message.skip();
        }
    }

    private static ContainerStatus containerStatus(ProtoReader message) {
        ContainerStatus status = new ContainerStatus();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> status.setName(message.text());
                case 8 -> status.setContainerID(message.text());
                default -> message.skip();
            }
        }
        return status;
    }
}

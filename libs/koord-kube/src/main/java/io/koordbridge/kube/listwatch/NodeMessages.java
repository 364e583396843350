package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.api.model.DaemonEndpoint;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeDaemonEndpoints;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Kubernetes' binary encoding of nodes; field numbers are those of {@code k8s.io/api/core/v1}, which never change. Decoded are
 * identity, labels, annotations, capacity, allocatable, conditions without their times, whether the node takes pods, taints, and by wish its
 * addresses with the port of its kubelet.
 *
 * @param addresses whether addresses and port are decoded
 */
@PureCore
record NodeMessages(boolean addresses) {

    static final NodeMessages CAPACITY = new NodeMessages(false);
    static final NodeMessages WITH_ADDRESSES = new NodeMessages(true);

    Node node(ProtoReader message) {
        Node node = new Node();
        node.setMetadata(new ObjectMeta());
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> node.setMetadata(message.message(MetaMessages::metadata));
                case 2 -> node.setSpec(message.message(NodeMessages::spec));
                case 3 -> node.setStatus(message.message(this::status));
                default -> message.skip();
            }
        }
        return node;
    }

    private static NodeSpec spec(ProtoReader message) {
        NodeSpec spec = new NodeSpec();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 4 -> spec.setUnschedulable(message.number() != 0);
                case 5 -> spec.getTaints().add(message.message(PlacementMessages::taint));
                default -> message.skip();
            }
        }
        return spec;
    }

    private NodeStatus status(ProtoReader message) {
        Map<String, Quantity> capacity = new HashMap<>();
        Map<String, Quantity> allocatable = new HashMap<>();
        List<NodeCondition> conditions = new ArrayList<>();
        List<NodeAddress> found = new ArrayList<>();
        NodeStatus status = new NodeStatus();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> MetaMessages.put(capacity, message.message(MetaMessages::amount));
                case 2 -> MetaMessages.put(allocatable, message.message(MetaMessages::amount));
                case 4 -> conditions.add(message.message(NodeMessages::condition));
                case 5 -> addAddress(message, found);
                case 6 -> addPort(message, status);
                default -> message.skip();
            }
        }
        status.setCapacity(capacity);
        status.setAllocatable(allocatable);
        status.setConditions(conditions);
        status.setAddresses(found);
        return status;
    }

    private void addAddress(ProtoReader message, List<NodeAddress> found) {
        if (addresses) {
            found.add(message.message(NodeMessages::address));
        } else {
            message.skip();
        }
    }

    private void addPort(ProtoReader message, NodeStatus status) {
        if (addresses) {
            status.setDaemonEndpoints(new NodeDaemonEndpoints(message.message(NodeMessages::endpoint)));
        } else {
            message.skip();
        }
    }

    private static DaemonEndpoint endpoint(ProtoReader endpoints) {
        DaemonEndpoint found = new DaemonEndpoint();
        for (int field = endpoints.next(); field != 0; field = endpoints.next()) {
            if (field == 1) {
                found.setPort(endpoints.message(NodeMessages::port));
            } else {
                endpoints.skip();
            }
        }
        return found;
    }

    private static Integer port(ProtoReader endpoint) {
        int port = 0;
        for (int field = endpoint.next(); field != 0; field = endpoint.next()) {
            if (field == 1) {
                port = (int) endpoint.number();
            } else {
                endpoint.skip();
            }
        }
        return port;
    }

    private static NodeAddress address(ProtoReader message) {
        NodeAddress address = new NodeAddress();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> address.setType(message.text());
                case 2 -> address.setAddress(message.text());
                default -> message.skip();
            }
        }
        return address;
    }

    private static NodeCondition condition(ProtoReader message) {
        NodeCondition condition = new NodeCondition();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> condition.setType(message.text());
                case 2 -> condition.setStatus(message.text());
                default -> message.skip();
            }
        }
        return condition;
    }
}

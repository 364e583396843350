package io.koordbridge.koordlet.kubelet;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Where the kubelet of a node listens. */
@PureCore
public record KubeletAddress(String host, int port) {

    /** As the node says; empty when it names no address or no port. */
    public static Optional<KubeletAddress> of(Node node) {
        NodeStatus status = node.getStatus();
        if (status == null
                || status.getDaemonEndpoints() == null
                || status.getDaemonEndpoints().getKubeletEndpoint() == null) {
            return Optional.empty();
        }
        int port = Objects.requireNonNullElse(
                status.getDaemonEndpoints().getKubeletEndpoint().getPort(), 0);
        List<NodeAddress> addresses = Objects.requireNonNullElse(status.getAddresses(), List.of());
        return addresses.stream()
                .filter(one -> "InternalIP".equals(one.getType()) && port > 0)
                .findFirst()
                .map(one -> new KubeletAddress(one.getAddress(), port));
    }

    /** The address of a path. */
    String url(String path) {
        String name = host.contains(":") ? "[" + host + "]" : host;
        return "https://" + name + ":" + port + path;
    }
}

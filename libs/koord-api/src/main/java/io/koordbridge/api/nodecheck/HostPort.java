package io.koordbridge.api.nodecheck;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A port of the node that a container takes.
 *
 * @param address IP address of the node, {@link #ALL_ADDRESSES} for each of them
 * @param protocol TCP, UDP or SCTP
 * @param port from 1 to 65535
 */
@PureCore
public record HostPort(String address, String protocol, int port) {

    /** Takes the port on all addresses. */
    public static final String ALL_ADDRESSES = "0.0.0.0";

    /** The ports that a pod takes as long as it runs. */
    public static Set<HostPort> of(Pod pod) {
        if (pod.getSpec() == null) {
            return Set.of();
        }
        List<Container> running = new ArrayList<>(pod.getSpec().getContainers());
        pod.getSpec().getInitContainers().stream()
                .filter(init -> "Always".equals(init.getRestartPolicy()))
                .forEach(running::add);
        Set<HostPort> ports = new HashSet<>();
        for (Container container : running) {
            for (ContainerPort port : container.getPorts()) {
                if (port.getHostPort() != null && port.getHostPort() > 0) {
                    ports.add(new HostPort(
                            given(port.getHostIP(), ALL_ADDRESSES),
                            given(port.getProtocol(), "TCP"),
                            port.getHostPort()));
                }
            }
        }
        return Set.copyOf(ports);
    }

    private static String given(@Nullable String text, String otherwise) {
        return text == null || text.isEmpty() ? otherwise : text;
    }

    /** Whether both cannot be on one node. */
    public boolean conflictsWith(HostPort other) {
        boolean sameAddress =
                address.equals(other.address) || address.equals(ALL_ADDRESSES) || other.address.equals(ALL_ADDRESSES);
        return sameAddress && port == other.port && protocol.equals(other.protocol);
    }
}

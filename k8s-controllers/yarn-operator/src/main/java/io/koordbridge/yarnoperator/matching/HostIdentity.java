package io.koordbridge.yarnoperator.matching;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.PureCore;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the host of a NodeManager's pod. All of it in lower case.
 *
 * @param addresses of the pod, then of its node
 * @param whole host names with a domain; of a pod with its own network without the domain of the Kubernetes cluster
 * @param shortNames host names without a domain
 * @param namespace of a pod with its own network, empty for one that has the node's
 */
@PureCore
record HostIdentity(Set<String> addresses, Set<String> whole, Set<String> shortNames, String namespace) {

    private static final String SERVICE = "svc";
    /** Host, service and namespace stand before it. */
    private static final int SERVICE_AT = 3;

    static HostIdentity of(Node node, Pod pod) {
        Set<String> addresses = new LinkedHashSet<>();
        if (pod.getStatus() != null) {
            add(addresses, pod.getStatus().getPodIP());
            add(addresses, pod.getStatus().getHostIP());
        }
        nodeAddresses(node).stream()
                .filter(one -> "InternalIP".equals(one.getType()))
                .forEach(one -> add(addresses, one.getAddress()));
        Set<String> whole = new LinkedHashSet<>();
        Set<String> shortNames = new LinkedHashSet<>();
        boolean own =
                pod.getSpec() != null && !Boolean.TRUE.equals(pod.getSpec().getHostNetwork());
        if (own) {
            namesOfPod(pod, whole, shortNames);
        } else {
            namesOfNode(node, addresses, whole, shortNames);
        }
        return new HostIdentity(
                addresses,
                whole,
                shortNames,
                own ? RegisteredHosts.lower(String.valueOf(pod.getMetadata().getNamespace())) : "");
    }

    private static void namesOfPod(Pod pod, Set<String> whole, Set<String> shortNames) {
        String given = pod.getSpec().getHostname();
        String host = given == null || given.isBlank() ? pod.getMetadata().getName() : given;
        add(shortNames, host);
        String subdomain = pod.getSpec().getSubdomain();
        if (subdomain != null && !subdomain.isBlank()) {
            add(whole, host + "." + subdomain + "." + pod.getMetadata().getNamespace() + "." + SERVICE);
        }
    }

    private static void namesOfNode(Node node, Set<String> addresses, Set<String> whole, Set<String> shortNames) {
        Set<String> names = new LinkedHashSet<>();
        add(names, node.getMetadata().getName());
        nodeAddresses(node).stream()
                .filter(one -> !"InternalIP".equals(one.getType()) && !"ExternalIP".equals(one.getType()))
                .forEach(one -> add(names, one.getAddress()));
        for (String name : names) {
            if (RegisteredHosts.isAddress(name)) {
                addresses.add(name);
            } else if (RegisteredHosts.hasDomain(name)) {
                whole.add(name);
                shortNames.add(RegisteredHosts.firstLabel(name));
            } else {
                shortNames.add(name);
            }
        }
    }

    private static List<NodeAddress> nodeAddresses(Node node) {
        List<NodeAddress> addresses =
                node.getStatus() == null ? null : node.getStatus().getAddresses();
        return addresses == null ? List.of() : addresses;
    }

    private static void add(Set<String> names, @Nullable String name) {
        if (name != null && !name.isBlank()) {
            names.add(RegisteredHosts.lower(name));
        }
    }

    /** Whether a registered host is certainly this one. */
    boolean is(String host) {
        String name = RegisteredHosts.lower(host);
        return addresses.contains(name) || shortNames.contains(name) || isWhole(name);
    }

    /** Whether a registered host has the whole name. */
    boolean isWhole(String host) {
        return whole.contains(host)
                || (!namespace.isEmpty() && whole.stream().anyMatch(name -> host.startsWith(name + ".")));
    }

    /** Whether a registered host with one of the short names is known to be another one. */
    boolean isOther(String host) {
        if (!RegisteredHosts.hasDomain(host) || isWhole(host)) {
            return false;
        }
        if (!whole.isEmpty()) {
            return true;
        }
        List<String> labels = Arrays.asList(host.split("\\."));
        boolean ofService = labels.size() > SERVICE_AT && SERVICE.equals(labels.get(SERVICE_AT));
        return ofService && !namespace.equals(labels.get(SERVICE_AT - 1));
    }
}

package io.koordbridge.yarnoperator.matching;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.yarn.YarnNodeId;
import io.koordbridge.api.document.yarn.YarnPod;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Way;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds a pod's NodeManager in the reports: by its annotation, else by host name, by host name with and without domain, by
 * address. A port in the annotation decides between several on a host.
 */
@PureCore
public final class NodeManagerMatcher {

    private static final List<Way> BY_HOST = List.of(Way.HOST_NAME, Way.FQDN, Way.IP);

    private NodeManagerMatcher() {}

    /**
     * The NodeManager of a pod.
     *
     * @param reported {@code host:port} of all nodes by cluster id; a cluster without a report is absent
     */
    public static Optional<NodeManagerMatch> match(Node node, Pod pod, Map<String, Set<String>> reported) {
        YarnNodeId annotated = YarnPod.read(pod)
                .found()
                .flatMap(named -> Optional.ofNullable(named.nodeId()))
                .orElse(null);
        List<YarnNodeId> known = reported.getOrDefault(cluster(pod), Set.of()).stream()
                .map(YarnNodeId::parse)
                .flatMap(Optional::stream)
                .toList();
        if (annotated != null && known.contains(annotated)) {
            return Optional.of(match(node, pod, annotated, Way.ANNOTATION));
        }
        for (Way way : BY_HOST) {
            Optional<YarnNodeId> found = find(way, node, pod, annotated, known);
            if (found.isPresent()) {
                return Optional.of(match(node, pod, found.get(), way));
            }
        }
        return Optional.ofNullable(annotated).map(own -> match(node, pod, own, Way.ANNOTATION_UNCONFIRMED));
    }

    private static NodeManagerMatch match(Node node, Pod pod, YarnNodeId id, Way way) {
        boolean here = BY_HOST.stream().anyMatch(one -> isHost(one, names(one, node, pod, null), id));
        return new NodeManagerMatch(new NodeManagerRef(cluster(pod), id.host(), id.port()), way, name(pod), here);
    }

    /** Id of the cluster that a pod's NodeManager belongs to, empty for the default one. */
    public static String cluster(Pod pod) {
        return YarnPod.read(pod).map(YarnPod::cluster).orElse("");
    }

    /** Namespace and name. */
    public static String name(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }

    private static Optional<YarnNodeId> find(
            Way way, Node node, Pod pod, @Nullable YarnNodeId annotated, List<YarnNodeId> known) {
        Set<String> names = names(way, node, pod, annotated);
        List<YarnNodeId> found =
                known.stream().filter(one -> isHost(way, names, one)).toList();
        if (found.size() <= 1) {
            return found.stream().findFirst();
        }
        // Several NodeManagers on one host: only the port distinguishes them.
        return found.stream()
                .filter(one -> annotated != null && one.port() == annotated.port())
                .findFirst();
    }

    private static Set<String> names(Way way, Node node, Pod pod, @Nullable YarnNodeId annotated) {
        return way == Way.IP ? addresses(node, pod) : hostNames(node, pod, annotated);
    }

    private static boolean isHost(Way way, Set<String> names, YarnNodeId id) {
        return names.stream().anyMatch(name -> same(way, name, lower(id.host())));
    }

    private static boolean same(Way way, String name, String host) {
        if (way == Way.FQDN) {
            return host.startsWith(name + ".") || name.startsWith(host + ".");
        }
        return name.equals(host);
    }

    private static Set<String> hostNames(Node node, Pod pod, @Nullable YarnNodeId annotated) {
        List<@Nullable String> names = new ArrayList<>();
        if (annotated != null) {
            names.add(annotated.host());
        }
        boolean hostNetwork =
                pod.getSpec() != null && Boolean.TRUE.equals(pod.getSpec().getHostNetwork());
        if (hostNetwork || pod.getSpec() == null) {
            names.add(node.getMetadata().getName());
            nodeAddresses(node).stream()
                    .filter(address ->
                            !"InternalIP".equals(address.getType()) && !"ExternalIP".equals(address.getType()))
                    .forEach(address -> names.add(address.getAddress()));
        } else {
            names.add(pod.getSpec().getHostname());
            names.add(pod.getMetadata().getName());
        }
        return lower(names);
    }

    private static Set<String> addresses(Node node, Pod pod) {
        List<@Nullable String> all = new ArrayList<>();
        if (pod.getStatus() != null) {
            all.add(pod.getStatus().getPodIP());
            all.add(pod.getStatus().getHostIP());
        }
        nodeAddresses(node).stream()
                .filter(address -> "InternalIP".equals(address.getType()))
                .forEach(address -> all.add(address.getAddress()));
        return lower(all);
    }

    private static List<NodeAddress> nodeAddresses(Node node) {
        List<NodeAddress> addresses =
                node.getStatus() == null ? null : node.getStatus().getAddresses();
        return addresses == null ? List.of() : addresses;
    }

    private static Set<String> lower(List<@Nullable String> names) {
        Set<String> all = new LinkedHashSet<>();
        for (String name : names) {
            if (name != null && !name.isBlank()) {
                all.add(lower(name));
            }
        }
        return all;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}

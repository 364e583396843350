package io.koordbridge.colo.simulation;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.topology.NodeResourceTopology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads what a calculation depends on, once. */
final class PointReader {
    private static final String CONFIG = "slo-controller-config";
    private static final Set<String> FINISHED = Set.of("Succeeded", "Failed");
    private static final int NOT_FOUND = 404;

    private final KubernetesClient client;
    private final String namespace;

    PointReader(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    /** Data of the config map, empty without one. */
    Map<String, String> config() {
        ConfigMap found =
                client.configMaps().inNamespace(namespace).withName(CONFIG).get();
        return found == null || found.getData() == null ? Map.of() : found.getData();
    }

    List<Point> points(Predicate<String> wanted) {
        Map<String, List<Pod>> pods = client.pods().inAnyNamespace().list().getItems().stream()
                .filter(pod -> pod.getSpec().getNodeName() != null)
                .filter(pod -> pod.getStatus() == null
                        || !FINISHED.contains(String.valueOf(pod.getStatus().getPhase())))
                .collect(Collectors.groupingBy(pod -> pod.getSpec().getNodeName()));
        Map<String, NodeMetric> reports = new HashMap<>();
        for (NodeMetric metric : client.resources(NodeMetric.class).list().getItems()) {
            if (metric.getStatus() != null) {
                reports.put(metric.getMetadata().getName(), metric);
            }
        }
        Map<String, NodeResourceTopology> topologies = topologies();
        return client.nodes().list().getItems().stream()
                .filter(node -> wanted.test(node.getMetadata().getName()))
                .map(node -> point(node, pods, reports, topologies))
                .toList();
    }

    private static Point point(
            Node node,
            Map<String, List<Pod>> pods,
            Map<String, NodeMetric> reports,
            Map<String, NodeResourceTopology> topologies) {
        String name = node.getMetadata().getName();
        return new Point(node, pods.getOrDefault(name, List.of()), reports.get(name), topologies.get(name));
    }

    /** None where the cluster does not have the kind. */
    private Map<String, NodeResourceTopology> topologies() {
        try {
            return client.resources(NodeResourceTopology.class).list().getItems().stream()
                    .collect(Collectors.toMap(each -> each.getMetadata().getName(), each -> each));
        } catch (KubernetesClientException e) {
            if (e.getCode() == NOT_FOUND) {
                return Map.of();
            }
            throw e;
        }
    }
}

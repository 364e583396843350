package io.koordbridge.colo.selection;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.colo.cluster.ClusterAccess;
import io.koordbridge.colo.terminal.Session;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that choose nodes; both need a cluster. */
public final class NodeFilter {
    private static final String CONFIG = "slo-controller-config";

    @Option(
            names = {"-l", "--selector"},
            paramLabel = "SELECTOR",
            description =
                    "Only nodes with these labels, as kubectl has it: a=b,c!=d,e.%nNeeds the right to list nodes.")
    private @Nullable String selector;

    @Option(
            names = "--pool",
            paramLabel = "NAME",
            description =
                    "Only nodes of this entry of nodeConfigs in colocation-config.%nNeeds the right to list nodes and to get the ConfigMap.")
    private @Nullable String pool;

    /** Whether any is given. */
    public boolean given() {
        return selector != null || pool != null;
    }

    /**
     * Which names of nodes are wanted, as the API server has it now.
     *
     * @throws io.koordbridge.colo.answer.AnswerException when it cannot be asked, or has no such pool
     */
    public Predicate<String> names(Session session) {
        if (!given()) {
            return name -> true;
        }
        ClusterAccess access = session.cluster();
        Set<String> names = access.ask(() -> find(access.client(), access.namespace()));
        return names::contains;
    }

    private Set<String> find(KubernetesClient client, String namespace) {
        List<Node> nodes = selector == null
                ? client.nodes().list().getItems()
                : client.nodes().withLabelSelector(selector).list().getItems();
        Map<String, Map<String, String>> labels = new HashMap<>();
        for (Node node : nodes) {
            Map<String, String> its = node.getMetadata().getLabels();
            labels.put(node.getMetadata().getName(), its == null ? Map.of() : its);
        }
        return pool == null ? new HashSet<>(labels.keySet()) : Pools.nodes(pool, config(client, namespace), labels);
    }

    private static String config(KubernetesClient client, String namespace) {
        ConfigMap found =
                client.configMaps().inNamespace(namespace).withName(CONFIG).get();
        return found == null || found.getData() == null ? "" : found.getData().getOrDefault(ColocationSchemas.KEY, "");
    }
}

package io.koordbridge.lab.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;

/** Completes a KubeSchedulerConfiguration by what only the running control plane knows. */
final class SchedulerConfiguration {
    private SchedulerConfiguration() {}

    /** The given YAML with our kubeconfig and without leader election; all else stays as it is. */
    static String complete(String yaml, Path kubeconfig) {
        JsonNode given = Serialization.unmarshal(yaml, JsonNode.class);
        if (!(given instanceof ObjectNode configuration)) {
            throw new IllegalArgumentException("a KubeSchedulerConfiguration is a YAML mapping, not: " + yaml);
        }
        if (!configuration.has("apiVersion")) {
            configuration.put("apiVersion", "kubescheduler.config.k8s.io/v1");
        }
        if (!configuration.has("kind")) {
            configuration.put("kind", "KubeSchedulerConfiguration");
        }
        configuration.withObjectProperty("clientConnection").put("kubeconfig", kubeconfig.toString());
        configuration.putObject("leaderElection").put("leaderElect", false);
        return Serialization.asYaml(configuration);
    }
}

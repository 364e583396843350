package io.koordbridge.kube.write;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Marks of pods: annotations, and the condition of Kubernetes for a pod that is ended for another reason than its own. The uid is a
 * condition of each write: a pod that was made anew under the same name stays as it is. No try is repeated.
 */
public final class PodMarks {

    private final KubernetesClient client;
    private final ObjectCalls calls;

    public PodMarks(KubernetesClient client) {
        this.client = client;
        this.calls = new ObjectCalls(client.newClient(new RequestConfigBuilder()
                        .withRequestTimeout((int) PodEvictions.CALL.toMillis())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .adapt(KubernetesClient.class));
    }

    /**
     * Changes annotations; a null value removes the key.
     *
     * @throws io.fabric8.kubernetes.client.KubernetesClientException when the API server refuses or does not answer in time
     */
    public void annotate(Pod pod, Map<String, @Nullable String> annotations) {
        Map<String, Object> metadata = MetadataPatch.annotations(annotations).asMetadata();
        metadata.put("uid", pod.getMetadata().getUid());
        patch(pod, "", PatchType.JSON_MERGE, Map.of("metadata", metadata));
    }

    /**
     * Sets the condition DisruptionTarget; other conditions stay.
     *
     * @param time RFC 3339
     * @throws io.fabric8.kubernetes.client.KubernetesClientException when the API server refuses or does not answer in time
     */
    public void disrupt(Pod pod, String reason, String message, String time) {
        Map<String, ?> condition = Map.of(
                "type", "DisruptionTarget",
                "status", "True",
                "reason", reason,
                "message", message,
                "lastTransitionTime", time);
        Map<String, ?> body = Map.of(
                "metadata", Map.of("uid", pod.getMetadata().getUid()),
                "status", Map.of("conditions", List.of(condition)));
        patch(pod, "status", PatchType.STRATEGIC_MERGE, body);
    }

    private void patch(Pod pod, String subresource, PatchType type, Map<String, ?> body) {
        String text = client.getKubernetesSerialization().asJson(body);
        ObjectAddress<Pod> address = new ObjectAddress<>(
                Pod.class, pod.getMetadata().getNamespace(), pod.getMetadata().getName());
        calls.patch(address, subresource, type, text);
    }
}

package io.koordbridge.kube.write;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.kube.metrics.MetricNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Patches owned fields by JSON merge patch. A patch without a resourceVersion is repeated up to four times on 409 and 429
 * (10 ms, factor 5); one with a resourceVersion fails on the first conflict, so that the caller reads again.
 */
public final class ObjectPatcher {

    private final KubernetesClient client;
    private final ObjectCalls calls;
    private final MetricRegistry metrics;

    public ObjectPatcher(KubernetesClient client, MetricRegistry metrics) {
        this.client = client;
        this.calls = new ObjectCalls(client);
        this.metrics = metrics;
    }

    /** The client the patches go through. */
    public KubernetesClient client() {
        return client;
    }

    /**
     * Changes annotations.
     *
     * @param annotations value by key; a null value removes the key
     * @param resourceVersion precondition, or null for none
     * @throws KubernetesClientException after the last try
     */
    public <T extends HasMetadata> T patchAnnotations(
            ObjectAddress<T> object, Map<String, @Nullable String> annotations, @Nullable String resourceVersion) {
        return patchMarks(object, MetadataPatch.annotations(annotations), resourceVersion);
    }

    /**
     * Changes annotations and labels.
     *
     * @param resourceVersion precondition, or null for none
     * @throws KubernetesClientException after the last try
     */
    public <T extends HasMetadata> T patchMarks(
            ObjectAddress<T> object, MetadataPatch marks, @Nullable String resourceVersion) {
        return patch(object, marks.asMetadata(), Map.of(), resourceVersion, "metadata");
    }

    /**
     * Changes parts of the status, and marks along with it.
     *
     * @param status fields of the status; null values remove
     * @param marks may be empty; for nodes the API server stores them with the status request
     */
    public <T extends HasMetadata> T patchStatus(
            ObjectAddress<T> object, Map<String, ?> status, MetadataPatch marks, @Nullable String resourceVersion) {
        return patch(object, marks.asMetadata(), Map.of("status", status), resourceVersion, "status");
    }

    /**
     * Changes parts of an object, and marks along with them, in one request: for kinds whose status is no subresource.
     *
     * @param parts fields of the object; null values remove
     * @throws KubernetesClientException after the last try
     */
    public <T extends HasMetadata> T patchParts(ObjectAddress<T> object, Map<String, ?> parts, MetadataPatch marks) {
        return patch(object, marks.asMetadata(), parts, null, "object");
    }

    /**
     * Replaces whole values in place by a JSON patch, which changes nothing else.
     *
     * @param values new values by JSON pointer; each of them has to exist already, or to be a field of an object that does
     * @param resourceVersion the version that the pointers were made from
     * @throws KubernetesClientException code 409 when the object has changed since
     */
    public <T extends HasMetadata> T replaceValues(
            Resource<T> resource, Map<String, ?> values, String resourceVersion) {
        List<Map<String, Object>> operations = new ArrayList<>();
        operations.add(Map.of("op", "replace", "path", "/metadata/resourceVersion", "value", resourceVersion));
        values.forEach((pointer, value) -> operations.add(Map.of("op", "add", "path", pointer, "value", value)));
        String text = client.getKubernetesSerialization().asJson(operations);
        return timed(() -> resource.patch(PatchContext.of(PatchType.JSON), text), "values");
    }

    private <T extends HasMetadata> T patch(
            ObjectAddress<T> object,
            Map<String, Object> metadata,
            Map<String, ?> rest,
            @Nullable String resourceVersion,
            String part) {
        if (resourceVersion != null) {
            metadata.put("resourceVersion", resourceVersion);
        }
        Map<String, Object> body = new LinkedHashMap<>(rest);
        if (!metadata.isEmpty()) {
            body.put("metadata", metadata);
        }
        String text = client.getKubernetesSerialization().asJson(body);
        String subresource = part.equals("status") ? part : "";
        Supplier<T> call = () -> timed(() -> calls.patch(object, subresource, PatchType.JSON_MERGE, text), part);
        return resourceVersion == null ? WriteTries.repeat(call) : call.get();
    }

    private <T> T timed(Supplier<T> call, String part) {
        try (Timer.Context running = metrics.timer(MetricNames.of("koord_api_patch_seconds", "part", part))
                .time()) {
            return call.get();
        } catch (KubernetesClientException e) {
            metrics.counter(MetricNames.of(
                            "koord_api_patch_failures_total", "part", part, "code", String.valueOf(e.getCode())))
                    .inc();
            throw e;
        }
    }
}

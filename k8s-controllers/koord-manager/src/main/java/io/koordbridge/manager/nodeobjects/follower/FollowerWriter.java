package io.koordbridge.manager.nodeobjects.follower;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.api.binding.MergePatch;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.write.ObjectCalls;
import io.koordbridge.kube.write.PatchTargets;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the objects of one kind that follow Nodes.
 *
 * @param <T> the kind
 * @param <S> its spec
 */
public final class FollowerWriter<T extends CustomResource<S, ?>, S> {

    private static final Logger LOG = LoggerFactory.getLogger(FollowerWriter.class);
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final KubernetesClient client;
    private final ObjectCalls calls;
    private final MetricRegistry metrics;
    private final Class<T> kind;
    private final Supplier<T> empty;

    /**
     * A writer.
     *
     * @param empty makes an object of the kind
     */
    public FollowerWriter(KubernetesClient client, MetricRegistry metrics, Class<T> kind, Supplier<T> empty) {
        this.client = client;
        this.calls = new ObjectCalls(client);
        this.metrics = metrics;
        this.kind = kind;
        this.empty = empty;
    }

    /** Creates the object; one that another writer has created since is shown by the cache. */
    public void create(String node, S spec) {
        T object = empty.get();
        object.setMetadata(new ObjectMetaBuilder().withName(node).build());
        object.setSpec(spec);
        try {
            calls.create(object);
            LOG.debug("{} created node={}", kind.getSimpleName(), node);
        } catch (KubernetesClientException e) {
            if (e.getCode() != CONFLICT) {
                throw e;
            }
        }
    }

    /** Brings the spec from one value to another; writes nothing when both serialise alike. */
    public void update(String node, @Nullable S before, S wanted) {
        ObjectNode old = before == null ? PlainJson.MAPPER.createObjectNode() : PlainJson.MAPPER.valueToTree(before);
        ObjectNode change = MergePatch.between(old, PlainJson.MAPPER.<ObjectNode>valueToTree(wanted));
        if (change.isEmpty()) {
            return;
        }
        ObjectNode patch = PlainJson.MAPPER.createObjectNode();
        patch.set("spec", change);
        resource(node).patch(PatchContext.of(PatchType.JSON_MERGE), patch.toString());
        LOG.debug("{} updated node={} change={}", kind.getSimpleName(), node, change);
    }

    /** Deletes the object of a Node that is gone. */
    public void delete(String node) {
        try {
            resource(node).delete();
            LOG.info("{} deleted, its node is gone node={}", kind.getSimpleName(), node);
        } catch (KubernetesClientException e) {
            if (e.getCode() != NOT_FOUND) {
                throw e;
            }
        }
    }

    /**
     * Runs one reconcile and counts what became of it; manager specification section 13.
     *
     * @param reason label value when it fails
     * @throws KubernetesClientException when a request fails
     */
    public void counted(String reason, Runnable reconcile) {
        try {
            reconcile.run();
            count("succeeded", "");
        } catch (KubernetesClientException e) {
            count("failed", reason);
            throw e;
        }
    }

    private void count(String status, String reason) {
        String family = "slo_controller_" + kind.getSimpleName().toLowerCase(Locale.ROOT) + "_reconcile_count";
        metrics.counter(MetricNames.of(family, "status", status, "reason", reason))
                .inc();
    }

    private Resource<T> resource(String node) {
        return PatchTargets.named(client, empty, node);
    }
}

package io.koordbridge.manager.quotaprofile;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaProfile;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.client.FailureWords;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.queue.ReconcileLoop;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.write.PatchTargets;
import io.koordbridge.manager.clusterview.Acting;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.clusterview.NodeQueue;
import io.koordbridge.manager.quotatopology.QuotaView;
import io.koordbridge.protocol.Labels;
import io.koordbridge.sloconfig.selection.LabelSelectors;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the quota of each profile up to date with the nodes that the profile selects. */
public final class QuotaProfileController implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(QuotaProfileController.class);
    private static final String NAME = "quotaprofile";
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);

    private final KubernetesClient client;
    private final EventRecorder events;
    private final ClusterView nodes;
    private final QuotaView quotas;
    private final NodeQueue queue;
    private final ReconcileLoop<String> loop;

    public QuotaProfileController(BridgeContext context, ClusterView nodes, QuotaView quotas, Acting acting) {
        this.client = context.client();
        this.events = context.events();
        this.nodes = nodes;
        this.quotas = quotas;
        this.queue = new NodeQueue(NAME, acting);
        this.loop = new ReconcileLoop<>(NAME, queue.queue(), queue.whileActing(this::reconcile), context.metrics());
        quotas.onProfiles(new Changes());
    }

    /** Starts the worker. */
    public void start() {
        loop.start();
    }

    /** Wants every profile reconciled. */
    public void all() {
        quotas.profiles().forEach(profile -> queue.add(Cache.metaNamespaceKeyFunc(profile)));
    }

    private ReconcileResult reconcile(String key) {
        Optional<ElasticQuotaProfile> profile = quotas.profile(key);
        return profile.isPresent() && profile.get().getSpec() != null
                ? reconcile(profile.get())
                : ReconcileResult.done();
    }

    private ReconcileResult reconcile(ElasticQuotaProfile profile) {
        String treeId = treeId(profile);
        LabelSelector selector = profile.getSpec().nodeSelector();
        Optional<String> problem = selector == null ? Optional.empty() : LabelSelectors.problem(selector);
        if (problem.isPresent()) {
            String message = "spec.nodeSelector: " + problem.get();
            tell(profile, "NodeSelectorInvalid", message);
            return ReconcileResult.ofFailure();
        }
        tellOfDefaults(profile);
        QuotaProfilePlan plan = QuotaProfilePlan.of(profile, treeId, TreeResources.of(profile.getSpec(), allNodes()));
        Optional<ElasticQuota> existing = existing(profile);
        try {
            if (existing.isEmpty()) {
                create(profile, plan);
            } else {
                plan.patch(existing.get()).ifPresent(patch -> update(existing.get(), patch));
            }
        } catch (KubernetesClientException e) {
            boolean creates = existing.isEmpty();
            String reason = creates ? "CreateQuotaFailed" : "UpdateQuotaFailed";
            String failed = "failed to " + (creates ? "create" : "update") + " quota '";
            tell(profile, reason, failed + profile.getSpec().quotaName() + "': " + FailureWords.of(e));
            return ReconcileResult.after(AFTER_FAILURE);
        }
        return ReconcileResult.after(PERIOD);
    }

    /** What nobody can read of a profile is as if it were not there. */
    private void tellOfDefaults(ElasticQuotaProfile profile) {
        QuotaProfilePlan.unreadKeys(profile).ifPresent(problem -> tell(profile, "ResourceKeysInvalid", problem));
        TreeResources.unreadRatio(profile.getSpec())
                .ifPresent(problem -> tell(profile, "ResourceRatioInvalid", problem));
    }

    /** An event and one log line, again only after a while however often it is tried. */
    private void tell(ElasticQuotaProfile profile, String reason, String message) {
        if (events.record(profile, EventType.WARNING, reason, message)) {
            LOG.warn("quota not as its profile says profile={} reason={} problem={}", name(profile), reason, message);
        }
    }

    private String treeId(ElasticQuotaProfile profile) {
        String given = TreeIds.given(profile);
        if (given != null) {
            return given;
        }
        String derived = TreeIds.derived(
                profile.getMetadata().getNamespace(), profile.getMetadata().getName());
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.withObject("/metadata").withObject("/labels").put(Labels.QUOTA_TREE_ID, derived);
        ObjectMeta identity = profile.getMetadata();
        PatchTargets.named(client, ElasticQuotaProfile::new, identity.getNamespace(), identity.getName())
                .patch(MERGE, patch.toString());
        LOG.info("tree id given profile={} treeId={}", name(profile), derived);
        return derived;
    }

    private List<Node> allNodes() {
        return nodes.nodeNames().stream()
                .map(nodes::node)
                .flatMap(Optional::stream)
                .toList();
    }

    /** From the cache; what the cache does not have yet is asked for. */
    private Optional<ElasticQuota> existing(ElasticQuotaProfile profile) {
        String namespace = profile.getMetadata().getNamespace();
        String name = Objects.requireNonNullElse(profile.getSpec().quotaName(), "");
        if (name.isEmpty()) {
            return Optional.empty();
        }
        return quotas.get(namespace, name)
                .or(() -> Optional.ofNullable(resource(namespace, name).get()));
    }

    private void create(ElasticQuotaProfile profile, QuotaProfilePlan plan) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withNamespace(profile.getMetadata().getNamespace())
                .withName(profile.getSpec().quotaName())
                .withLabels(plan.labels())
                .withAnnotations(plan.annotations())
                .build());
        quota.setSpec(new ElasticQuotaSpec(plan.min().toQuantities(), plan.max().toQuantities()));
        client.resource(quota).create();
        LOG.info(
                "quota created profile={} quota={}",
                name(profile),
                profile.getSpec().quotaName());
    }

    private void update(ElasticQuota existing, ObjectNode patch) {
        ObjectMeta identity = existing.getMetadata();
        PatchTargets.named(client, ElasticQuota::new, identity.getNamespace(), identity.getName())
                .patch(MERGE, patch.toString());
        LOG.info("quota updated quota={} changed={}", Cache.metaNamespaceKeyFunc(existing), patch);
    }

    private Resource<ElasticQuota> resource(String namespace, String name) {
        return client.resources(ElasticQuota.class).inNamespace(namespace).withName(name);
    }

    private static String name(ElasticQuotaProfile profile) {
        return Cache.metaNamespaceKeyFunc(profile);
    }

    @Override
    public void close() {
        loop.close();
    }

    private final class Changes implements StrippedStore.Watcher<ElasticQuotaProfile> {

        @Override
        public void put(@Nullable ElasticQuotaProfile before, ElasticQuotaProfile kept, ElasticQuotaProfile whole) {
            if (before == null || !Objects.equals(generation(before), generation(kept))) {
                queue.add(name(kept));
            }
        }

        private static @Nullable Long generation(ElasticQuotaProfile profile) {
            return profile.getMetadata().getGeneration();
        }

        @Override
        public void gone(ElasticQuotaProfile kept) {}
    }
}

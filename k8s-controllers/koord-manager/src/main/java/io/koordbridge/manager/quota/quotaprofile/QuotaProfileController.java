package io.koordbridge.manager.quota.quotaprofile;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaProfile;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.frame.BridgeContext;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.event.ObjectWarnings.Concern;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.queue.ReconcileLoop;
import io.koordbridge.kube.queue.ReconcileResult;
import io.koordbridge.kube.write.PatchTargets;
import io.koordbridge.manager.clusterview.ClusterView;
import io.koordbridge.manager.clusterview.Leadership;
import io.koordbridge.manager.clusterview.NodeQueue;
import io.koordbridge.manager.quota.topology.QuotaView;
import io.koordbridge.protocol.Labels;
import java.time.Duration;
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
    private static final String NOT_AS_ASKED = "quota not as its profile says";
    private static final Concern SELECTOR = new Concern("NodeSelectorInvalid", "NodeSelectorValid", NOT_AS_ASKED);
    private static final Concern KEYS = new Concern("ResourceKeysInvalid", "ResourceKeysValid", NOT_AS_ASKED);
    private static final Concern RATIO = new Concern("ResourceRatioInvalid", "ResourceRatioValid", NOT_AS_ASKED);
    private static final Concern CREATION = new Concern("CreateQuotaFailed", "QuotaCreated", NOT_AS_ASKED);
    private static final Concern UPDATE = new Concern("UpdateQuotaFailed", "QuotaUpdated", NOT_AS_ASKED);

    private final KubernetesClient client;
    private final ObjectWarnings warnings;
    private final ClusterView nodes;
    private final QuotaView quotas;
    private final TreeSums sums = new TreeSums();
    private final NodeQueue queue;
    private final ReconcileLoop<String> loop;
    private final PeriodicTasks tasks;

    public QuotaProfileController(BridgeContext context, ClusterView nodes, QuotaView quotas, Leadership acting) {
        this.client = context.client();
        this.tasks = context.tasks();
        this.warnings = new ObjectWarnings(context.events());
        this.nodes = nodes;
        this.quotas = quotas;
        this.queue = new NodeQueue(NAME, acting);
        this.loop = new ReconcileLoop<>(NAME, queue.queue(), queue.whileActing(this::reconcile), context.metrics());
        quotas.onProfiles(new Changes());
    }

    /** Starts the worker. */
    public void start() {
        loop.start(tasks);
    }

    /** Wants every profile reconciled. */
    public void all() {
        quotas.profiles().forEach(profile -> queue.add(Cache.metaNamespaceKeyFunc(profile)));
    }

    private ReconcileResult reconcile(String key) {
        Optional<ElasticQuotaProfile> profile = quotas.profile(key);
        if (profile.isEmpty() || profile.get().getSpec() == null) {
            sums.forget(key);
            warnings.forget(key);
            return ReconcileResult.done();
        }
        return reconcile(profile.get());
    }

    private ReconcileResult reconcile(ElasticQuotaProfile profile) {
        String treeId = treeId(profile);
        LabelSelector selector = profile.getSpec().nodeSelector();
        Optional<String> problem = CompiledSelector.of(selector).problem();
        warnings.look(
                profile,
                SELECTOR,
                problem.map(text -> "spec.nodeSelector: " + text).orElse(""));
        if (problem.isPresent()) {
            return ReconcileResult.ofFailure();
        }
        Decoded<Double> ratio = QuotaDocuments.ratio(profile.getSpec());
        warn(profile, RATIO, ratio);
        warn(profile, KEYS, QuotaProfilePlan.keys(profile));
        sums.look(nodes.nodes());
        TreeResources offered = sums.of(name(profile), selector).scaledBy(ratio);
        QuotaProfilePlan plan = QuotaProfilePlan.of(profile, treeId, offered);
        Optional<ElasticQuota> existing = existing(profile);
        try {
            if (existing.isEmpty()) {
                create(profile, plan);
            } else {
                plan.patch(existing.get()).ifPresent(patch -> update(existing.get(), patch));
            }
        } catch (KubernetesClientException e) {
            boolean creates = existing.isEmpty();
            String failed = "failed to " + (creates ? "create" : "update") + " quota '";
            wrote(
                    profile,
                    creates ? CREATION : UPDATE,
                    failed + profile.getSpec().quotaName() + "': " + FailureFormatter.of(e));
            return ReconcileResult.after(AFTER_FAILURE);
        }
        wrote(profile, UPDATE, "");
        return ReconcileResult.after(PERIOD);
    }

    /** Unreadable parts of a profile are ignored. */
    private void warn(ElasticQuotaProfile profile, Concern concern, Decoded<?> read) {
        warnings.look(
                profile,
                concern,
                read.problems().stream().map(WireProblem::message).findFirst().orElse(""));
    }

    /** A write went well or failed; the two ways to fail are one turn. */
    private void wrote(ElasticQuotaProfile profile, Concern concern, String problem) {
        warnings.look(profile, CREATION, concern.equals(CREATION) ? problem : "");
        warnings.look(profile, UPDATE, concern.equals(UPDATE) ? problem : "");
    }

    private String treeId(ElasticQuotaProfile profile) {
        String given = QuotaDocuments.treeId(profile);
        if (!given.isEmpty()) {
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

package io.koordbridge.scheduler.quota.tree;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.scheduler.facts.resource.OneOfEach;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.ClusterListener;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Brings quotas, pods and what nodes offer to the ledger of quotas. */
public final class QuotaFeed implements ClusterListener {

    private final QuotaLedger ledger;
    private final QuotaObjects objects;
    private final QuotaGates gates;
    private final QuotaNamespaces bindings;
    private final BiConsumer<ElasticQuota, String> look;
    private final Consumer<ElasticQuota> forget;
    /** Many pods request the same. */
    private final OneOfEach<ResourceVector> requests = new OneOfEach<>();

    private volatile boolean seen;

    /**
     * A feed of a ledger.
     *
     * @param objects keeps what is known of the quotas' objects
     * @param args which quotas may take the pods of other namespaces, and which gates are on
     * @param look takes what is wrong with each version of a quota, empty when nothing is
     * @param forget takes a quota that is gone
     */
    public QuotaFeed(
            QuotaLedger ledger,
            QuotaObjects objects,
            QuotaArgs args,
            BiConsumer<ElasticQuota, String> look,
            Consumer<ElasticQuota> forget) {
        this.ledger = ledger;
        this.objects = objects;
        this.gates = args.gates();
        this.bindings = args.bindings();
        this.look = look;
        this.forget = forget;
        objects.listen(this::quotaSeen, this::quotaGone);
    }

    @Override
    public List<KindCache<?>> kinds(ListWatchSource source) {
        return List.of(objects.follow(source));
    }

    @Override
    public boolean follows() {
        return seen;
    }

    private void quotaGone(ElasticQuota kept) {
        forget.accept(kept);
        String name = kept.getMetadata().getName();
        objects.counting(name).ifPresentOrElse(this::quotaSeen, () -> ledger.quotaGone(name));
    }

    private void quotaSeen(ElasticQuota object) {
        seen = true;
        if (object.getMetadata().getDeletionTimestamp() != null) {
            return;
        }
        String namespace = object.getMetadata().getNamespace();
        String counting = objects.counting(object.getMetadata().getName())
                .map(one -> one.getMetadata().getNamespace())
                .orElse(namespace);
        if (!counting.equals(namespace)) {
            look.accept(
                    object,
                    "metadata.name = " + object.getMetadata().getName() + ", taken by the quota of namespace "
                            + counting + ", allowed: a name that no other namespace has");
            return;
        }
        QuotaReader.Read read =
                QuotaReader.quota(object, ledger.quota(object.getMetadata().getName()));
        ledger.quotaSeen(read.spec());
        List<String> problems = new ArrayList<>(read.problems());
        problems.addAll(QuotaReader.contradictions(read.spec()));
        problems.addAll(QuotaReader.foreign(read.spec(), bindings));
        look.accept(object, String.join("; ", problems));
    }

    @Override
    public void nodeSeen(Node node) {
        Map<String, BigDecimal> allocatable = new TreeMap<>();
        Map<String, Quantity> offered =
                node.getStatus() == null ? null : node.getStatus().getAllocatable();
        if (offered != null) {
            offered.forEach((name, amount) -> allocatable.put(name, Quantities.decimal(amount)));
        }
        ledger.nodeSeen(node.getMetadata().getName(), QuotaReader.vector(allocatable));
    }

    @Override
    public void nodeGone(String node) {
        ledger.nodeGone(node);
    }

    @Override
    public void podSeen(Pod pod) {
        PodQuota read = QuotaReader.pod(pod, gates);
        ledger.podSeen(read.with(requests.of(read.request())));
    }

    @Override
    public void podGone(String uid, String key) {
        ledger.podGone(uid, key);
    }
}

package io.koordbridge.scheduler.quota;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import io.koordbridge.scheduler.view.ClusterListener;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings quotas, pods and what nodes offer to the ledger of quotas. A bad field is an event on its quota when it begins and changes. */
public final class QuotaFeed implements ClusterListener {

    private static final Logger LOG = LoggerFactory.getLogger(QuotaFeed.class);

    private final QuotaLedger ledger;
    private final QuotaGates gates;
    private final BiConsumer<ElasticQuota, String> report;
    private final Map<String, List<String>> problems = new ConcurrentHashMap<>();
    private volatile boolean seen;

    /**
     * A feed of a ledger.
     *
     * @param report takes each problem of a quota when it begins or changes
     */
    public QuotaFeed(QuotaLedger ledger, QuotaGates gates, BiConsumer<ElasticQuota, String> report) {
        this.ledger = ledger;
        this.gates = gates;
        this.report = report;
    }

    @Override
    public List<KindCache<?>> kinds(ListWatchSource source) {
        return List.of(new KindCache<>(
                source,
                WatchedKind.all(ElasticQuota.class).ifInstalled(),
                new StrippedStore<>(QuotaFeed::named, new Watcher())));
    }

    @Override
    public boolean follows() {
        return seen;
    }

    private static ElasticQuota named(ElasticQuota whole) {
        ElasticQuota named = new ElasticQuota();
        named.getMetadata().setName(whole.getMetadata().getName());
        named.getMetadata().setNamespace(whole.getMetadata().getNamespace());
        named.getMetadata().setUid(whole.getMetadata().getUid());
        return named;
    }

    private final class Watcher implements StrippedStore.Watcher<ElasticQuota> {

        @Override
        public void put(@Nullable ElasticQuota before, ElasticQuota kept, ElasticQuota whole) {
            quotaSeen(whole);
        }

        @Override
        public void gone(ElasticQuota kept) {
            problems.remove(kept.getMetadata().getName());
            ledger.quotaGone(kept.getMetadata().getName());
        }
    }

    void quotaSeen(ElasticQuota object) {
        seen = true;
        if (object.getMetadata().getDeletionTimestamp() != null) {
            return;
        }
        QuotaReader.Read read = QuotaReader.quota(object);
        ledger.quotaSeen(read.spec());
        List<String> before = problems.put(object.getMetadata().getName(), read.problems());
        if (!read.problems().equals(before == null ? List.of() : before)) {
            read.problems().forEach(problem -> {
                LOG.warn("Bad quota name={} problem={}", object.getMetadata().getName(), problem);
                report.accept(object, problem);
            });
        }
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
        ledger.podSeen(QuotaReader.pod(pod, gates));
    }

    @Override
    public void podGone(String uid, String key) {
        ledger.podGone(uid, key);
    }
}

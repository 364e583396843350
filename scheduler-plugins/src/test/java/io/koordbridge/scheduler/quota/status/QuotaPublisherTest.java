package io.koordbridge.scheduler.quota.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.api.quota.ElasticQuotaStatus;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.PodRank;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.quota.tree.QuotaFeed;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaObjects;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuotaPublisherTest {

    private final QuotaLedger ledger = new QuotaLedger(QuotaArgs.DEFAULT);
    private final QuotaObjects objects = new QuotaObjects();
    private final Cluster cluster = new Cluster();
    private final MetricRegistry metrics = new MetricRegistry();
    private boolean acts = true;
    private final QuotaPublisher publisher =
            new QuotaPublisher(ledger, objects, cluster, time -> acts, "koordinator-system", metrics);

    /** Stores objects as the API server does, and counts the writes. */
    private final class Cluster implements QuotaStatusApi {

        private final List<String> writes = new ArrayList<>();
        private boolean reachable = true;
        private boolean losesTheLeaseByCreating;
        private int version;

        @Override
        public ElasticQuota publish(ElasticQuota object, QuotaStatusPlan plan) {
            if (!reachable) {
                throw new KubernetesClientException("no answer");
            }
            writes.add(object.getMetadata().getName());
            ElasticQuota now = new ElasticQuota();
            now.setMetadata(new ObjectMetaBuilder(object.getMetadata())
                    .withResourceVersion(Integer.toString(++version))
                    .addToAnnotations(new HashMap<>(plan.annotations()))
                    .build());
            now.setSpec(object.getSpec());
            now.setReported(object.getReported());
            if (plan.used() != null) {
                Map<String, Quantity> used = new HashMap<>();
                plan.used().forEach((name, amount) -> {
                    if (amount != null) {
                        used.put(name, amount);
                    }
                });
                now.getReported().setStatus(new ElasticQuotaStatus(used));
            }
            return now;
        }

        @Override
        public void create(ElasticQuota object) {
            acts &= !losesTheLeaseByCreating;
            writes.add("+" + object.getMetadata().getName());
            object.getMetadata().setResourceVersion(Integer.toString(++version));
            objects.put(object);
        }
    }

    @BeforeEach
    void oneQuotaWithAPod() {
        new QuotaFeed(ledger, objects, QuotaArgs.DEFAULT, (quota, problem) -> {}, quota -> {});
        ledger.nodeSeen("n1", cpu(10_000));
        quota("a");
        ledger.podSeen(pod("x", "a", 1_500));
    }

    private static ResourceVector cpu(long milli) {
        return ResourceVector.of(Map.of(ResourceNames.CPU, milli));
    }

    private static PodQuota pod(String name, String quota, long milli) {
        return new PodQuota("uid-" + name, "ns", name, quota, cpu(milli), false, "n1", PodRank.LOWEST, false, null);
    }

    private void quota(String name) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .withNamespace("ns")
                .withResourceVersion("old-" + name)
                .build());
        quota.setSpec(new ElasticQuotaSpec(Map.of(), Map.of("cpu", new Quantity("4"))));
        objects.put(quota);
    }

    private ElasticQuota shown(String name) {
        return objects.all()
                .filter(object -> object.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theFirstRoundCreatesBuiltInQuotasAndShowsTheStateOfAll() {
        publisher.round();
        publisher.round();

        assertThat(cluster.writes)
                .contains("+koordinator-root-quota", "+koordinator-system-quota", "+koordinator-default-quota", "a");
        assertThat(shown("a").getMetadata().getAnnotations())
                .containsEntry(Annotations.QUOTA_RUNTIME, "{\"cpu\":\"1500m\"}")
                .containsEntry(Annotations.QUOTA_REQUEST, "{\"cpu\":\"1500m\"}");
        assertThat(shown("a").used()).isEqualTo(Map.of("cpu", new Quantity("1500m")));
        assertThat(shown("koordinator-root-quota").getMetadata().getLabels())
                .containsEntry(Labels.QUOTA_ALLOW_LENT, "false");
    }

    @Test
    void aSteadyStateWritesNothing() {
        publisher.round();
        publisher.round();
        cluster.writes.clear();

        for (int round = 0; round < 10; round++) {
            publisher.round();
        }
        ledger.podSeen(pod("x", "a", 1_500));
        publisher.round();

        assertThat(cluster.writes).isEmpty();
    }

    @Test
    void onlyWhatDiffersIsWritten() {
        quota("b");
        publisher.round();
        publisher.round();
        cluster.writes.clear();

        ledger.podSeen(pod("y", "b", 500));
        publisher.round();

        assertThat(cluster.writes).contains("b").doesNotContain("a");
        assertThat(shown("b").used()).isEqualTo(Map.of("cpu", new Quantity("500m")));
    }

    @Test
    void aBrokenAnnotationIsOverwritten() {
        publisher.round();
        publisher.round();
        ElasticQuota broken = shown("a");
        broken.getMetadata().getAnnotations().put(Annotations.QUOTA_RUNTIME, "{");
        objects.put(broken);

        publisher.round();

        assertThat(shown("a").getMetadata().getAnnotations())
                .containsEntry(Annotations.QUOTA_RUNTIME, "{\"cpu\":\"1500m\"}");
    }

    @Test
    void aReplicaThatDoesNotLeadWritesNothingAndCatchesUpWhenItDoes() {
        acts = false;
        publisher.round();
        assertThat(cluster.writes).isEmpty();

        acts = true;
        publisher.round();
        assertThat(cluster.writes).contains("a");
    }

    @Test
    void aReplicaThatLosesTheLeaseCreatesAndWritesNoMore() {
        cluster.losesTheLeaseByCreating = true;

        publisher.round();
        publisher.round();

        assertThat(cluster.writes).hasSize(1);
    }

    @Test
    void aWriteThatFailsIsRepeated() {
        cluster.reachable = false;
        publisher.round();
        publisher.round();
        assertThat(cluster.writes).doesNotContain("a");

        cluster.reachable = true;
        publisher.round();
        publisher.round();
        assertThat(Objects.requireNonNull(shown("a").used())).isNotEmpty();
    }

    @Test
    void manyQuotasAreWrittenInTurnAtMostFiftyInARound() {
        for (int i = 0; i < 120; i++) {
            quota("q" + i);
            ledger.podSeen(pod("p" + i, "q" + i, 10));
        }
        publisher.round();
        assertThat(cluster.writes).hasSizeLessThanOrEqualTo(53);
        for (int round = 0; round < 5; round++) {
            publisher.round();
        }

        assertThat(cluster.writes).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(124);
    }
}

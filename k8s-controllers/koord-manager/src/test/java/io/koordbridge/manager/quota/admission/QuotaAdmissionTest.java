package io.koordbridge.manager.quota.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.manager.quota.topology.FixedQuotas;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pods that come right behind their quota, before the cache shows it. */
class NewQuotaAdmissionTest {

    private static final QuotaKey KEY = new QuotaKey("team", "fresh");
    private static final QuotaAdmission.Gates ON = new QuotaAdmission.Gates(true, false, false, false, false);
    private final MemoryLedger stored = new MemoryLedger(List.of(quota()));

    @Test
    void aPodIsAdmittedAndCountedWhereTheApiServerHasItsQuota() {
        assertThat(admit("fresh", false, new Unseen(stored, false))).isEmpty();

        assertThat(stored.read(KEY).orElseThrow().getMetadata().getAnnotations())
                .containsEntry(Annotations.QUOTA_CHILD_REQUEST, "{\"cpu\":\"1\"}");
        assertThat(admit("fresh", false, new Unseen(stored, false)))
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("exceeded quota: team/fresh"));
    }

    @Test
    void aDryRunIsToldTheSame() {
        assertThat(admit("fresh", true, new Unseen(stored, false))).isEmpty();
        assertThat(stored.writes()).isZero();
    }

    @Test
    void aPodWhoseQuotaNobodyHasIsRefused() {
        assertThat(admit("misspelt", false, new Unseen(stored, false)))
                .contains("quota misspelt exists 0 times, allowed: once");
    }

    @Test
    void whatTheCacheSaysCountsWhileTheApiServerSaysNothing() {
        assertThat(admit("fresh", false, new Unseen(stored, true)))
                .contains("quota fresh exists 0 times, allowed: once");
    }

    private static Optional<String> admit(String quota, boolean dryRun, QuotaLedger ledger) {
        QuotaEvaluator.Limits limits = new QuotaEvaluator.Limits(Duration.ofSeconds(10), 3, Duration.ZERO, false);
        try (QuotaEvaluator evaluator = new QuotaEvaluator(ledger, limits)) {
            return new QuotaAdmission(new FixedQuotas(List.of()), evaluator, Clock.systemUTC(), ON)
                    .admit(pod(quota), "team", null, dryRun, CallerDeadline.UNKNOWN);
        }
    }

    private static Pod pod(String quota) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("team")
                .withName("worker")
                .addToLabels(Labels.QUOTA_NAME, quota)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withNewResources()
                .addToRequests("cpu", new Quantity("1"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    private static ElasticQuota quota() {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withNamespace(KEY.namespace())
                .withName(KEY.name())
                .build());
        quota.setSpec(new ElasticQuotaSpec(null, Map.of("cpu", new Quantity("1"))));
        return quota;
    }

    /** What is stored has not come to the cache. */
    private record Unseen(MemoryLedger stored, boolean isSilent) implements QuotaLedger {

        @Override
        public Optional<ElasticQuota> read(QuotaKey key) {
            return Optional.empty();
        }

        @Override
        public Optional<ElasticQuota> readFresh(QuotaKey key) {
            return stored.readFresh(key);
        }

        @Override
        public List<ElasticQuota> namedNow(String name) {
            if (isSilent) {
                throw new KubernetesClientException("no answer");
            }
            return stored.namedNow(name);
        }

        @Override
        public void write(ElasticQuota seen, ResourceAmounts childRequest) {
            stored.write(seen, childRequest);
        }
    }
}

package io.koordbridge.manager.quotatopology;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.testkit.ManualClock;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShownQuotasTest {

    private static final String WEIGHT = MetricNames.of(
            "koord_manager_webhook_quota_shared_weight", "elasticquota_name", "twin", "resource_name", "cpu");

    private final QuotaStore store = new QuotaStore(new ManualClock(Instant.parse("2026-07-01T12:00:00Z")));
    private final MetricRegistry metrics = new MetricRegistry();
    private final ShownQuotas shown = new ShownQuotas(store, new QuotaMetrics(metrics));
    private final ElasticQuota first = quota("one", 1);
    private final ElasticQuota second = quota("other", 2);

    @Test
    void aNamesakeTakesThePlaceOfADeletedQuota() {
        shown.put(null, first, first);
        shown.put(null, second, second);

        shown.gone(second);

        assertThat(maximum()).hasValue(BigDecimal.ONE);
        assertThat(metrics.getGauges().get(WEIGHT).getValue()).isEqualTo(1L);
        assertThat(shown.named("twin")).containsExactly(first);
    }

    @Test
    void aNamesakeIsShownAtOnceWhereTheDeletionWasAcceptedHere() {
        shown.put(null, first, first);
        shown.put(null, second, second);
        store.decide(Quotas.delete(second), QuotaGates.DEFAULTS, false, false);

        shown.gone(second);

        assertThat(maximum()).hasValue(BigDecimal.ONE);
    }

    @Test
    void aQuotaWithoutNamesakeIsGone() {
        shown.put(null, first, first);

        shown.gone(first);

        assertThat(store.topology().quotas()).isEmpty();
        assertThat(metrics.getGauges()).isEmpty();
    }

    private Optional<BigDecimal> maximum() {
        return store.topology().quota("twin").map(quota -> quota.max().get("cpu"));
    }

    private static ElasticQuota quota(String namespace, int cpu) {
        ElasticQuota quota = Quotas.leaf("twin", "koordinator-root-quota", cpu);
        quota.getMetadata().setNamespace(namespace);
        return quota;
    }
}

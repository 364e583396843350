package io.koordbridge.manager.quotatopology;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class QuotaStoreTest {

    private final ManualClock clock = new ManualClock(Instant.parse("2026-07-01T12:00:00Z"));
    private final QuotaStore store = new QuotaStore(clock);
    private final QuotaReview creation = Quotas.create(Quotas.leaf("a", "koordinator-root-quota", 1));

    @Test
    void knowsAnAcceptedQuotaBeforeTheInformerShowsIt() {
        assertThat(decide().allowed()).isTrue();

        assertThat(decide().refusal()).contains("quota a exists");
    }

    @Test
    void forgetsAnAcceptedQuotaThatNeverShows() {
        decide();
        clock.advance(QuotaMemory.PATIENCE.plusMillis(1));

        assertThat(store.topology().quota("a")).isEmpty();
        assertThat(decide().allowed()).isTrue();
    }

    @Test
    void keepsWhatTheInformerShows() {
        decide();
        store.seen(creation.quota());
        clock.advance(Duration.ofHours(1));

        assertThat(store.topology().quota("a")).isPresent();
        store.gone(creation.quota());
        assertThat(store.topology().quota("a")).isEmpty();
    }

    @Test
    void anAcceptedDeletionHoldsUntilItShows() {
        store.seen(creation.quota());

        store.decide(Quotas.delete(creation.quota()), QuotaGates.DEFAULTS, false, false);

        assertThat(store.topology().quota("a")).isEmpty();
        clock.advance(QuotaMemory.PATIENCE.plusMillis(1));
        assertThat(store.topology().quota("a")).isPresent();
    }

    @Test
    void whatSomebodyElseMadeOfAQuotaHoldsAsSoonAsItShows() {
        ElasticQuota stored = stored(1, 10);
        store.seen(stored);
        ElasticQuota wanted = stored(2, 10);
        store.decide(Quotas.update(stored, wanted), QuotaGates.DEFAULTS, false, false);

        store.seen(stored);
        assertThat(store.topology().quota("a")).hasValue(QuotaInfo.of(wanted));
        ElasticQuota other = stored(3, 12);
        store.seen(other);

        assertThat(store.topology().quota("a")).hasValue(QuotaInfo.of(other));
    }

    @Test
    void aNewQuotaThatWasChangedBeforeItShowsIsAsItShows() {
        ElasticQuota wanted = Quotas.leaf("a", "koordinator-root-quota", 1);
        wanted.getMetadata().setUid("a");
        store.decide(Quotas.create(wanted), QuotaGates.DEFAULTS, false, false);

        ElasticQuota other = stored(3, 12);
        store.seen(other);

        assertThat(store.topology().quota("a")).hasValue(QuotaInfo.of(other));
    }

    @Test
    void aDeletedQuotaThatWasAcceptedOtherwiseIsGone() {
        ElasticQuota stored = stored(1, 10);
        store.seen(stored);
        ElasticQuota wanted = stored(2, 10);
        store.decide(Quotas.update(stored, wanted), QuotaGates.DEFAULTS, false, false);

        store.gone(stored);

        assertThat(store.topology().quota("a")).isEmpty();
    }

    @Test
    void aDryRunLeavesNoTrace() {
        store.decide(creation, QuotaGates.DEFAULTS, false, true);

        assertThat(store.topology().quota("a")).isEmpty();
    }

    private Ruling decide() {
        return store.decide(creation, QuotaGates.DEFAULTS, false, false);
    }

    private static ElasticQuota stored(int minimum, int version) {
        return Quotas.version(Quotas.leaf("a", "koordinator-root-quota", minimum), version);
    }
}

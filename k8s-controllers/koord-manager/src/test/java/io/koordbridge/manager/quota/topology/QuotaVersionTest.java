package io.koordbridge.manager.quota.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.quota.ElasticQuota;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaVersionTest {

    private final ElasticQuota quota = Quotas.version(Quotas.leaf("a", "koordinator-root-quota", 1), 10);

    @Test
    void laterStatesOfAnObjectHaveLargerNumbersNotLaterTexts() {
        assertThat(QuotaVersion.of(quota).isAfter(new QuotaVersion("a", 9))).isTrue();
        assertThat(QuotaVersion.of(quota).isAfter(new QuotaVersion("a", 10))).isFalse();
    }

    @Test
    void statesOfDifferentObjectsAreNeitherEarlierNorLater() {
        assertThat(QuotaVersion.of(quota).isAfter(new QuotaVersion("b", 9))).isFalse();
    }

    @Test
    void theEndOfAnObjectIsAfterAllItsStates() {
        assertThat(QuotaVersion.afterAllOf(quota).isAfter(QuotaVersion.of(quota)))
                .isTrue();
    }

    @ParameterizedTest
    @NullAndEmptySource
    void anObjectThatIsNotStoredIsBeforeItsFirstState(String version) {
        QuotaVersion first = QuotaVersion.of(quota);
        quota.getMetadata().setResourceVersion(version);

        assertThat(first.isAfter(QuotaVersion.of(quota))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x10", "-1", "99999999999999999999"})
    void aVersionThatIsNoNumberIsAfterNothingAndBeforeNothing(String version) {
        QuotaVersion known = QuotaVersion.of(quota);
        quota.getMetadata().setResourceVersion(version);

        QuotaVersion unknown = QuotaVersion.of(quota);

        assertThat(unknown.isKnown()).isFalse();
        assertThat(unknown.isAfter(known)).isFalse();
        assertThat(known.isAfter(unknown)).isFalse();
    }

    @Test
    void anObjectWithoutUidHasNoKnownState() {
        quota.getMetadata().setUid(null);

        assertThat(QuotaVersion.of(quota).isKnown()).isFalse();
        assertThat(QuotaVersion.afterAllOf(quota).isKnown()).isFalse();
    }
}

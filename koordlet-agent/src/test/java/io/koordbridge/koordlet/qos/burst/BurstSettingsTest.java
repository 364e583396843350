package io.koordbridge.koordlet.qos.burst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.api.slo.CpuBurstStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BurstSettingsTest {

    private static final BurstSettings NODE = BurstSettings.of(new CpuBurstStrategy("auto", 1_000L, 300L, -1L, 50L));

    @Test
    void anAnnotationHasItsFieldsAndLeavesTheOthers() {
        BurstSettings pod = NODE.with(
                BurstSettings.parse("{\"policy\":\"cfsQuotaBurstOnly\",\"cfsQuotaBurstPercent\":130,\"x\":1}"));

        assertThat(pod.savesUp()).isFalse();
        assertThat(pod.growsQuota()).isTrue();
        assertThat(pod.burstPercent()).isEqualTo(1_000);
        assertThat(pod.quotaPercent()).hasValue(130);
        assertThat(pod.periodSeconds()).hasValue(-1);
        assertThat(NODE.with(BurstSettings.parse("null"))).isEqualTo(NODE);
        assertThat(NODE.with(BurstSettings.parse("{\"policy\":null}"))).isEqualTo(NODE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "auto",
                "[]",
                "{\"policy\":1}",
                "{\"cpuBurstPercent\":-1}",
                "{\"cpuBurstPercent\":\"100\"}",
                "{\"cpuBurstPercent\":1.5}",
                "{\"cfsQuotaBurstPercent\":1000001}",
                "{\"cfsQuotaBurstPeriodSeconds\":10000001}",
                "{\"cfsQuotaBurstPeriodSeconds\":99999999999999999999}"
            })
    void whatIsNotAllowedIsRejected(String text) {
        assertThatThrownBy(() -> BurstSettings.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anUnknownPolicyCountsAsNoneAndIsNamed() {
        BurstSettings pod = NODE.with(BurstSettings.parse("{\"policy\":\"always\"}"));

        assertThat(pod.savesUp() || pod.growsQuota()).isFalse();
        assertThat(pod.problem()).hasValueSatisfying(text -> assertThat(text).contains("'always'", "counts as none"));
        assertThat(NODE.problem()).isEmpty();
    }
}

package io.koordbridge.descheduler.act.evict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvictionPolicyTest {

    @ParameterizedTest
    @CsvSource({
        "'', '', EVICTION",
        "'', Delete, DELETE",
        "SoftEviction, Delete, SOFT_EVICTION",
        "Eviction, Delete, EVICTION",
        "'', delete, EVICTION",
        "nonsense, Delete, EVICTION"
    })
    void thePodDecidesThenTheJobAndUnknownNamesMeanTheDefault(String pod, String job, EvictionPolicy expected) {
        assertThat(EvictionPolicy.choose(pod, job, EvictionPolicy.EVICTION)).isEqualTo(expected);
    }
}

package io.koordbridge.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YarnContainerIdsTest {

    @ParameterizedTest
    @ValueSource(strings = {"container_1700000000000_0001_01_000001", "container_e17_1700000000000_0042_02_000001"})
    void theFirstContainerOfAnyAttemptIsFirst(String id) {
        assertThat(YarnContainerIds.isFirst(id)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "container_1700000000000_0001_01_000002",
                "container_1700000000000_0001_01_000011",
                "container_1700000000000_0001_01_100001",
                "xcontainer_1700000000000_0001_01_000001",
                "container_1700000000000_01_000001",
                ""
            })
    void anyOtherIsNot(String id) {
        assertThat(YarnContainerIds.isFirst(id)).isFalse();
    }

    @Test
    void aContainerNamesItsApplication() {
        assertThat(YarnContainerIds.application("container_e17_1700000000000_0042_02_000007"))
                .contains("application_1700000000000_0042");
        assertThat(YarnContainerIds.application("container_1700000000000_0001_01_000001"))
                .contains("application_1700000000000_0001");
        assertThat(YarnContainerIds.application("container_1_2")).isEmpty();
    }
}

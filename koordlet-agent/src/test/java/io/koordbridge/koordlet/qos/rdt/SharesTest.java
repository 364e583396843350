package io.koordbridge.koordlet.qos.rdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SharesTest {

    @Test
    void waysAreRoundedUp() {
        assertThat(Shares.mask("7ff", 0, 30)).isEqualTo("f");
        assertThat(Shares.mask("fffff", 10, 100)).isEqualTo("ffffc");
        assertThat(Shares.mask("f", 30, 40)).isEqualTo("0");
    }

    @Test
    void masksAndRangesThatAreNoneAreNamed() {
        assertThatThrownBy(() -> Shares.mask("7fb", 0, 10))
                .hasMessage("mask '7fb' of all ways: want ones without a gap");
        assertThatThrownBy(() -> Shares.mask("x", 0, 10)).hasMessageContaining("want hexadecimal digits");
        assertThatThrownBy(() -> Shares.mask("ff", Long.MIN_VALUE, 10)).hasMessageContaining("want 0 <= start < end");
    }

    @Test
    void bandwidthIsInTheWordsOfTheProcessor() {
        assertThat(Shares.bandwidth("GenuineIntel", 31L)).isEqualTo("40");
        assertThat(Shares.bandwidth("AuthenticAMD", 100L)).isEqualTo("2048");
        assertThat(Shares.bandwidth("AuthenticAMD", 11L)).isEqualTo("17");
        assertThat(Shares.bandwidth("", Long.MAX_VALUE)).isEmpty();
        assertThat(Shares.bandwidth("", null)).isEmpty();
    }
}

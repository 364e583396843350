package io.koordbridge.koordlet.enforce.quota;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class QuotaPartTest {

    @Test
    void aBurstBelowZeroIsRejected() {
        OptionalLong below = OptionalLong.of(-1);
        assertThatThrownBy(() -> new QuotaPart.Burst(QuotaMove.UP, 300, below))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new QuotaPart.Around(below)).isInstanceOf(IllegalArgumentException.class);
    }
}

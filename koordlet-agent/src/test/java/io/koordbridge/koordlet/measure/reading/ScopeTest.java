package io.koordbridge.koordlet.measure.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.QosClass;
import org.junit.jupiter.api.Test;

class ScopeTest {

    @Test
    void placesOfPodsAreReadForEachOfThem() {
        assertThat(Scope.NODE.isOnce()).isTrue();
        assertThat(Scope.TIER.isOnce()).isTrue();
        assertThat(Scope.pods().isOnce()).isFalse();
        assertThat(Scope.containers().isOnce()).isFalse();
        assertThat(Scope.sandboxes().isOnce()).isFalse();
    }

    @Test
    void theOrderOfClassesMakesNoOtherScope() {
        assertThat(Scope.sandboxes(QosClass.LS, QosClass.BE)).isEqualTo(Scope.sandboxes(QosClass.BE, QosClass.LS));
    }
}

package io.koordbridge.koordlet.qos.rdt;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.slo.ResctrlQos;
import io.koordbridge.api.slo.ResourceQos;
import io.koordbridge.api.slo.ResourceQosStrategy;
import org.junit.jupiter.api.Test;

class RdtClassTest {

    @Test
    void eachFollowsItsPart() {
        ResourceQos on = new ResourceQos(null, null, null, new ResctrlQos(true, 0L, 30L, 10L), null);
        ResourceQos off = new ResourceQos(null, null, null, new ResctrlQos(null, 0L, 100L, 100L), null);
        ResourceQosStrategy strategy = new ResourceQosStrategy(null, null, off, on, null, null);

        assertThat(RdtClass.BE.isOn(strategy)).isTrue();
        assertThat(RdtClass.LS.isOn(strategy)).isFalse();
        assertThat(RdtClass.LS.settings(strategy)).isPresent();
        assertThat(RdtClass.LSR.settings(strategy)).isEmpty();
    }
}

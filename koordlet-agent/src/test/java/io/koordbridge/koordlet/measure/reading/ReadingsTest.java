package io.koordbridge.koordlet.measure.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.protocol.QosClass;
import org.junit.jupiter.api.Test;

class ReadingsTest {
    @Test
    void equalNeedsShareOneValueAndOthersDoNot() {
        Readings readings = new Readings.Builder()
                .put(Need.knob(Knob.CPU_SHARES, Scope.TIER), 2L)
                .build();

        assertThat(readings.of(Need.knob(Knob.CPU_SHARES, Scope.TIER))).hasValue(2L);
        assertThat(readings.of(Need.knob(Knob.CPU_SHARES, Scope.BURSTABLE))).isEmpty();
        assertThat(readings.of(Need.knob(Knob.CPU_CFS_QUOTA, Scope.TIER))).isEmpty();
    }

    @Test
    void eachContainerHasItsOwn() {
        Need<Double> cores = Need.latest(Metric.CONTAINER_CPU, Scope.containers(QosClass.LS));
        ContainerInfo one = new ContainerInfo("a", "containerd://1");
        Readings readings = new Readings.Builder().put(cores, one, 1.5).build();

        assertThat(readings.of(cores, one)).hasValue(1.5);
        assertThat(readings.of(cores, new ContainerInfo("a", "containerd://2"))).isEmpty();
        assertThat(new Readings.Builder().build()).isSameAs(Readings.NONE);
    }
}

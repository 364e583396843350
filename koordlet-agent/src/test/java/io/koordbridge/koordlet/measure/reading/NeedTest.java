package io.koordbridge.koordlet.measure.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.store.Metric;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NeedTest {

    @Test
    void theSameNeedOfTwoStrategiesIsOne() {
        assertThat(Need.knob(Knob.CPU_BVT, Scope.TIER)).isEqualTo(Need.knob(Knob.CPU_BVT, Scope.TIER));
        assertThat(Need.groups(Knob.CPU_BVT, 2, Scope.TIER))
                .isEqualTo(Need.groups(Knob.CPU_BVT, 2, Scope.TIER))
                .isNotEqualTo(Need.groups(Knob.CPU_BVT, 1, Scope.TIER));
        assertThat(Need.mean(Metric.NODE_CPU, Duration.ofSeconds(4), Scope.NODE))
                .isEqualTo(Need.mean(Metric.NODE_CPU, Duration.ofSeconds(4), Scope.NODE))
                .isNotEqualTo(Need.latest(Metric.NODE_CPU, Scope.NODE));
    }
}

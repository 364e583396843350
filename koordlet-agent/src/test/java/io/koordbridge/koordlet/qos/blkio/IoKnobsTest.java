package io.koordbridge.koordlet.qos.blkio;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import org.junit.jupiter.api.Test;

/** Lines as Linux 6.1 shows them. */
class IoKnobsTest {

    private static boolean holds(Knob<String> knob, String content, String text) {
        return new Intent.Target(knob, "g").holds(content, text);
    }

    @Test
    void noLineIsTheSameAsNoLimit() {
        assertThat(holds(IoKnobs.MAX, "", "8:0 rbps=max wbps=max riops=max wiops=max"))
                .isTrue();
        assertThat(holds(IoKnobs.MAX, "", "8:0 rbps=1 wbps=max riops=max wiops=max"))
                .isFalse();
        assertThat(holds(IoKnobs.WEIGHT, "", "8:0 100")).isTrue();
        assertThat(holds(IoKnobs.WEIGHT, "8:0 30", "8:0 100")).isFalse();
    }

    @Test
    void whatTheKernelAddsDoesNotCount() {
        String shown = "8:0 enable=1 ctrl=user rpct=95.00 rlat=3000 wpct=95.00 wlat=3000 min=1.00 max=10000.00";
        assertThat(holds(IoKnobs.COST_QOS, shown, "8:0 enable=1 ctrl=user rpct=95 rlat=3000 wpct=95 wlat=3000"))
                .isTrue();
        assertThat(holds(IoKnobs.COST_QOS, shown, "8:0 enable=1 ctrl=user rpct=95 rlat=13 wpct=95 wlat=3000"))
                .isFalse();
        assertThat(holds(
                        IoKnobs.COST_MODEL,
                        "8:0 ctrl=auto model=linear rbps=1 rseqiops=2 rrandiops=3 wbps=4 wseqiops=5 wrandiops=6",
                        "8:0 ctrl=auto"))
                .isTrue();
    }

    @Test
    void aDiskThatIsOffIsTheSameAsNoLine() {
        assertThat(holds(IoKnobs.COST_QOS, "8:0 enable=0 ctrl=auto rpct=0.00 rlat=0", ""))
                .isTrue();
    }
}

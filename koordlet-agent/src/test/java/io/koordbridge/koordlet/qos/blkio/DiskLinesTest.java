package io.koordbridge.koordlet.qos.blkio;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupVersion;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DiskLinesTest {

    @Test
    void withoutLimitsTheLineSaysMax() {
        assertThat(DiskLines.ofGroup(CgroupVersion.V2, "8:0", Blocks.UNLIMITED))
                .isEqualTo(Map.of(
                        IoKnobs.MAX, "8:0 rbps=max wbps=max riops=max wiops=max",
                        IoKnobs.WEIGHT, "8:0 100",
                        IoKnobs.BFQ_WEIGHT, "8:0 100"));
    }

    @Test
    void theTopHasDefaults() {
        assertThat(DiskLines.ofRoot(CgroupVersion.V2, "8:0", Blocks.UNLIMITED))
                .isEqualTo(Map.of(
                        IoKnobs.COST_QOS, "8:0 enable=1 ctrl=user rpct=95 rlat=3000 wpct=95 wlat=3000",
                        IoKnobs.COST_MODEL, "8:0 ctrl=auto"));
    }
}

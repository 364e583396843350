package io.koordbridge.koordlet.qos.rdt;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.ResctrlFiles;
import io.koordbridge.koordlet.strategy.StrategyLife;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RdtPlanTest {
    private static final String TOP = "/sys/fs/resctrl/";

    @TempDir
    private Path temp;

    private final ResctrlFiles files = new ResctrlFiles();

    @BeforeEach
    void machine() {
        files.put("/proc/cpuinfo", "vendor_id\t: GenuineIntel\nflags\t\t: cat_l3 mba\n");
        files.put(TOP + "info/L3/cbm_mask", "7ff\n");
        files.put(TOP + "LS/schemata", "L3:0=3;1=3\nMB:0=10;1=10\n");
        files.put(TOP + "LS/tasks", "");
    }

    private StrategyLife tick() {
        StrategyLife life = new StrategyLife(CgroupVersion.V2, files, temp, new RdtStrategy(true, false))
                .slo("{\"resourceQOSStrategy\": {\"beClass\": {\"resctrlQOS\": {\"enable\": true}}}}");
        life.tick();
        return life;
    }

    private String shares(String group) throws IOException {
        return files.read(Path.of(TOP + group + "/schemata"));
    }

    @Test
    void aGroupOfAClassThatIsOffGetsNeutralShares() throws IOException {
        tick();

        assertThat(shares("LS")).contains("L3:0=7ff;1=7ff", "MB:0=100;1=100");
        assertThat(files.directories(Path.of(TOP))).containsExactly("BE", "LS", "info");
    }

    @Test
    void aGroupWithOtherCachesKeepsItsShares() throws IOException {
        files.put(TOP + "LS/schemata", "L3:0=3\n");
        StrategyLife life = tick();

        assertThat(shares("LS")).isEqualTo("L3:0=3\n");
        assertThat(life.problems).containsExactly("resctrl: group LS has 1 caches, the node 2; its shares stay");
    }
}

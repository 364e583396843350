package io.koordbridge.koordlet.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessorsTest {

    private static final String CPUS = "/sys/devices/system/cpu/";

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final Processors processors = new Processors(files, Path.of("/sys"));

    @BeforeEach
    void machine() {
        for (int cpu = 0; cpu < 4; cpu++) {
            files.put(CPUS + "cpu" + cpu + "/topology/core_id", cpu / 2 + "\n");
            files.put(CPUS + "cpu" + cpu + "/topology/physical_package_id", "0\n");
        }
        files.put(CPUS + "online", "0-3\n");
    }

    private void takeTopology(int cpu) {
        files.take(CPUS + "cpu" + cpu + "/topology/core_id");
        files.take(CPUS + "cpu" + cpu + "/topology/physical_package_id");
    }

    @Test
    void leavesOutACpuThatIsOfflineUntilItIsBack() {
        assertThat(processors.read()).extracting(Processor::cpu).containsExactly(0, 1, 2, 3);

        files.put(CPUS + "online", "0,2-3\n");
        assertThat(processors.read()).extracting(Processor::cpu).containsExactly(0, 2, 3);

        files.put(CPUS + "online", "0-3\n");
        assertThat(processors.read()).extracting(Processor::cpu).containsExactly(0, 1, 2, 3);
    }

    @Test
    void readsAnewUntilEveryRunningCpuHasItsTopology() {
        takeTopology(3);
        assertThat(processors.read()).hasSize(3);

        files.put(CPUS + "cpu3/topology/core_id", "1");
        files.put(CPUS + "cpu3/topology/physical_package_id", "0");
        assertThat(processors.read()).hasSize(4);
    }

    @Test
    void takesWhatHasATopologyWhereTheKernelListsNone() {
        files.take(CPUS + "online");
        takeTopology(1);

        assertThat(processors.read()).extracting(Processor::cpu).containsExactly(0, 2, 3);
    }
}

package io.koordbridge.koordlet.qos.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.Knob;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MemoryPlanTest {

    @Test
    void thePlanStaysWhileNothingChanges() {
        CgroupPaths paths = new CgroupPaths(CgroupDriver.CGROUPFS);
        MemoryPlan.Basis basis = new MemoryPlan.Basis(List.of(), MemoryClasses.OFF, 4096, Set.of(Knob.MEMORY_MIN));
        MemoryPlan plan = MemoryPlan.NONE.next(basis, paths);

        assertThat(plan.next(basis, paths)).isSameAs(plan);
        assertThat(plan.levels()).hasSize(4);
    }
}

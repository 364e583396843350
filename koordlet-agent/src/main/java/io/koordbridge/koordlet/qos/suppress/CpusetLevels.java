package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.protocol.CpuSet;
import java.util.ArrayList;
import java.util.List;

/** Cpusets of groups, one level each. What the tick before wanted at the same place is taken from there, so that nothing is made anew. */
final class CpusetLevels {

    private final List<Known> before;
    private final List<Known> now = new ArrayList<>();
    private boolean same = true;

    /**
     * What one group was to hold.
     *
     * @param through CPUs on the way down to its children
     */
    record Known(String dir, CpuSet through, CpuSet cpus, List<Intent> level) {

        private boolean is(String nowDir, CpuSet nowThrough, CpuSet nowCpus) {
            return dir.equals(nowDir) && cpus.equals(nowCpus) && through.equals(nowThrough);
        }
    }

    CpusetLevels(List<Known> before) {
        this.before = before;
    }

    /**
     * The level of the next group.
     *
     * @param check the same for a group in each tick
     */
    List<Intent> next(String dir, CpuSet through, CpuSet cpus, Intent.Check check) {
        int place = now.size();
        if (place < before.size() && before.get(place).is(dir, through, cpus)) {
            now.add(before.get(place));
        } else {
            same = false;
            now.add(new Known(
                    dir,
                    through,
                    cpus,
                    List.of(Intent.of(Knob.CPUSET_CPUS, dir, cpus, SuppressStrategy.NAME)
                            .through(through)
                            .checked(check))));
        }
        return now.get(place).level();
    }

    /** For the next tick. */
    List<Known> known() {
        return same && now.size() == before.size() ? before : List.copyOf(now);
    }
}

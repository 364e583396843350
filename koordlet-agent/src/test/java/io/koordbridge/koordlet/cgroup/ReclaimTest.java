package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReclaimTest {

    private static final long MIB = 1 << 20;
    private static final Path TIER = Path.of("/cg/kubepods/besteffort");

    private final List<String> writes = new ArrayList<>();
    private boolean frees = true;

    /** Frees what is asked for, as the kernel does while there is something to free. */
    private final FakeCgroupTree files = new FakeCgroupTree() {
        @Override
        public void write(Path file, String value) throws IOException {
            writes.add(file.getFileName() + " " + value);
            if (!file.endsWith("memory.reclaim")) {
                super.write(file, value);
            } else if (frees) {
                long usage = Long.parseLong(read(TIER.resolve("memory.current")));
                put(TIER.resolve("memory.current").toString(), Long.toString(usage - Long.parseLong(value)));
            } else {
                throw new IOException("Resource temporarily unavailable");
            }
        }
    };

    private UpdateResult high(CgroupVersion version, long bytes) {
        CgroupTree tree = new CgroupTree(Path.of("/cg"), version, CgroupDriver.CGROUPFS, files);
        CgroupExecutor writer = new CgroupExecutor(
                tree, (file, before, after, reason, error) -> {}, new ManualClock(Instant.EPOCH), false);
        return writer.updateNow(
                new CgroupUpdate(Knob.MEMORY_HIGH, "kubepods/besteffort", Long.toString(bytes), "tier-memory"));
    }

    private void tier(long usage) {
        files.put(TIER.resolve("memory.high").toString(), "max");
        files.put(TIER.resolve("memory.current").toString(), Long.toString(usage));
        files.put(TIER.resolve("memory.reclaim").toString(), "");
    }

    @Test
    void memoryIsFreedInStepsBeforeTheGroupIsHeldBack() {
        tier(100 * MIB);

        assertThat(high(CgroupVersion.V2, 60 * MIB).updated()).isTrue();
        assertThat(writes)
                .containsExactly("memory.reclaim " + 32 * MIB, "memory.reclaim " + 8 * MIB, "memory.high " + 60 * MIB);
    }

    @Test
    void whatCannotBeFreedDoesNotKeepTheValueFromBeingWritten() {
        tier(100 * MIB);
        frees = false;

        assertThat(high(CgroupVersion.V2, 60 * MIB).updated()).isTrue();
        assertThat(writes).containsExactly("memory.reclaim " + 32 * MIB, "memory.high " + 60 * MIB);
    }

    @Test
    void aGroupThatFitsIsLeftAlone() {
        tier(50 * MIB);

        assertThat(high(CgroupVersion.V2, 60 * MIB).updated()).isTrue();
        assertThat(writes).containsExactly("memory.high " + 60 * MIB);
    }
}

package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryGuardTest {

    private static final String POD = "kubepods/besteffort/pod1";
    private static final String DIRECTORY = "/cg/" + POD + "/";

    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final FakeCgroupTree files = new FakeCgroupTree();
    private final List<String> audited = new ArrayList<>();
    private final CgroupExecutor writer = new CgroupExecutor(
            new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files),
            (file, before, after, reason, error) ->
                    audited.add(file.getFileName() + " " + after + " " + reason + (error == null ? "" : " refused")),
            clock,
            false);

    private UpdateResult limit(long bytes) {
        return writer.updateNow(new CgroupUpdate(Knob.MEMORY_LIMIT, POD, Long.toString(bytes), "batch-resource"));
    }

    private void group(long usage) {
        files.put(DIRECTORY + "memory.max", "max");
        files.put(DIRECTORY + "memory.high", "max");
        files.put(DIRECTORY + "memory.current", Long.toString(usage));
    }

    @Test
    void aLimitAboveTheUsageIsWrittenAtOnce() {
        group(4096);

        assertThat(limit(8192).updated()).isTrue();
        assertThat(audited).containsExactly("memory.max 8192 batch-resource");
    }

    @Test
    void aLimitBelowTheUsageWaitsUntilTheGroupFits() {
        group(16_384);

        UpdateResult first = limit(8192);
        assertThat(first.error()).contains("uses 16384 bytes, more than 8192");
        assertThat(audited)
                .containsExactly("memory.high 8192 before memory.max", "memory.max 8192 batch-resource refused");

        files.put(DIRECTORY + "memory.current", "8000");
        clock.advance(Duration.ofSeconds(2));
        assertThat(limit(8192).updated()).isTrue();
        assertThat(audited.subList(2, 4))
                .containsExactly("memory.max 8192 batch-resource", "memory.high max before memory.max");
        assertThat(files.changed()).isEmpty();
    }

    @Test
    void raisingALimitNeedsNoRoom() {
        group(16_384);
        files.put(DIRECTORY + "memory.max", "20000");

        assertThat(limit(40_960).updated()).isTrue();
        assertThat(audited).containsExactly("memory.max 40960 batch-resource");
    }
}

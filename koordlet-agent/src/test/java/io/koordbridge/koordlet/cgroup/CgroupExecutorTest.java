package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CgroupExecutorTest {

    private static final String POD = "kubepods/besteffort/pod1";
    private static final String LIMIT = "/cg/memory/" + POD + "/memory.limit_in_bytes";
    private static final String QUOTA = "/cg/cpu/" + POD + "/cpu.cfs_quota_us";
    private static final String SHARES = "/cg/cpu/" + POD + "/cpu.shares";

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final List<String> writes = new ArrayList<>();

    private boolean busy;
    private String shown = "";
    private final FakeCgroupTree files = new FakeCgroupTree() {
        @Override
        public void write(Path file, String value) throws IOException {
            writes.add(file.getFileName() + " " + value);
            if (busy && !file.endsWith("cpu.shares")) {
                throw new IOException("Device or resource busy");
            }
            super.write(file, value);
            put(file.toString(), shown.isEmpty() ? value : shown);
        }
    };

    private CgroupExecutor executor(CgroupVersion version) {
        CgroupTree tree = new CgroupTree(Path.of("/cg"), version, CgroupDriver.CGROUPFS, files);
        return new CgroupExecutor(tree, (file, before, after, reason, error) -> {}, clock, false);
    }

    private static Intent intent(CgroupUpdate update) {
        return new Intent(update, Intent.Check.REMEMBERED, null);
    }

    private static CgroupUpdate update(Knob<?> resource, String value) {
        return new CgroupUpdate(resource, POD, value, "test");
    }

    @ParameterizedTest
    @CsvSource({
        "V1, memory.limit_in_bytes, /cg/memory/kubepods/besteffort/pod1/memory.limit_in_bytes, 99999744, 100000000",
        "V1, memory.limit_in_bytes, /cg/memory/kubepods/besteffort/pod1/memory.limit_in_bytes, 9223372036854771712, -1",
        "V2, memory.limit_in_bytes, /cg/kubepods/besteffort/pod1/memory.max, 99999744, 100000000",
        "V2, cpu.cfs_quota_us, /cg/kubepods/besteffort/pod1/cpu.max, 50000 100000, 50000",
        "V2, cpu.cfs_quota_us, /cg/kubepods/besteffort/pod1/cpu.max, max 100000, -1",
    })
    void neverWritesAgainWhatTheKernelShowsInItsOwnNotation(
            CgroupVersion version, String name, String file, String shownThen, String value) {
        Knob<?> knob = Knob.ofName(name).orElseThrow();
        files.put(file, shownThen.contains(" ") ? "1000 100000" : "4096");
        shown = shownThen;
        CgroupExecutor executor = executor(version);

        for (int minute = 0; minute < 5; minute++) {
            executor.carryOut(List.of(List.of(intent(update(knob, value)))));
            executor.update(update(knob, value));
            clock.advance(Duration.ofSeconds(61));
        }

        assertThat(writes).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "V1, memory.limit_in_bytes, /cg/memory/kubepods/besteffort/pod1/memory.limit_in_bytes, 9223372036854771712, -1",
        "V1, memory.limit_in_bytes, /cg/memory/kubepods/besteffort/pod1/memory.limit_in_bytes, 99999744, 100000000",
        "V2, memory.limit_in_bytes, /cg/kubepods/besteffort/pod1/memory.max, max, -1",
        "V2, cpu.cfs_quota_us, /cg/kubepods/besteffort/pod1/cpu.max, 50000 100000, 50000",
        "V2, cpu.cfs_quota_us, /cg/kubepods/besteffort/pod1/cpu.max, max 100000, -1",
    })
    void aStartNeverWritesWhatAFileHolds(CgroupVersion version, String name, String file, String held, String value) {
        files.put(file, held);
        CgroupExecutor executor = executor(version);
        Knob<?> knob = Knob.ofName(name).orElseThrow();

        executor.carryOut(List.of(List.of(intent(update(knob, value)))));
        executor.carryOut(List.of(List.of(intent(update(knob, value)).checked(Intent.Check.TEXT))));

        assertThat(writes).isEmpty();
    }

    @Test
    void retriesARefusedValueWithBackoff() {
        files.put(LIMIT, "9223372036854771712");
        files.put(SHARES, "1024");
        CgroupExecutor executor = executor(CgroupVersion.V1);
        busy = true;

        for (int second = 0; second < 120; second++) {
            executor.carryOut(
                    List.of(List.of(intent(update(Knob.MEMORY_LIMIT, "4096")), intent(update(Knob.CPU_SHARES, "2")))));
            clock.advance(Duration.ofSeconds(1));
        }

        assertThat(writes).contains("cpu.shares 2");
        assertThat(writes.stream().filter(write -> write.startsWith("memory"))).hasSizeBetween(5, 8);
    }

    @Test
    void retriesSuppressionInEachRound() {
        files.put(QUOTA, "-1");
        CgroupExecutor executor = executor(CgroupVersion.V1);
        busy = true;
        for (int second = 0; second < 120; second++) {
            executor.updateNow(update(Knob.CPU_CFS_QUOTA, "2000"));
            clock.advance(Duration.ofSeconds(1));
        }
        busy = false;

        assertThat(executor.updateNow(update(Knob.CPU_CFS_QUOTA, "2000")).updated())
                .isTrue();
    }

    @Test
    void anotherValueIsTriedAtOnceAndTheRefusedOneWithinAMinute() {
        files.put(LIMIT, "9223372036854771712");
        CgroupExecutor executor = executor(CgroupVersion.V1);
        busy = true;
        assertThat(executor.updateNow(update(Knob.MEMORY_LIMIT, "4096")).error())
                .isEqualTo("Device or resource busy");

        assertThat(executor.updateNow(update(Knob.MEMORY_LIMIT, "4096")).failed())
                .isTrue();
        assertThat(writes).hasSize(1);
        assertThat(executor.updateNow(update(Knob.MEMORY_LIMIT, "8192")).failed())
                .isTrue();
        assertThat(writes).hasSize(2);
        busy = false;
        clock.advance(Duration.ofMinutes(1));

        assertThat(executor.updateNow(update(Knob.MEMORY_LIMIT, "8192")).updated())
                .isTrue();
    }

    @Test
    void whatOthersChangeIsPutRightWithinTenSeconds() {
        files.put(SHARES, "2");
        CgroupExecutor executor = executor(CgroupVersion.V1);
        List<List<Intent>> plan =
                List.of(List.of(Intent.of(Knob.CPU_SHARES, POD, 512L, "test").checked(Intent.Check.RECHECKED)));
        var first = executor.carryOut(plan);
        files.put(SHARES, "1024");

        clock.advance(Duration.ofSeconds(10));
        var due = executor.carryOut(plan);

        assertThat(List.of(first, due)).allMatch(java.util.Set::isEmpty);
        assertThat(writes).containsExactly("cpu.shares 512", "cpu.shares 512");
    }
}

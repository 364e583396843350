package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MemoryGuardTest {

    private static final String POD = "kubepods/besteffort/pod1";
    private static final String DIRECTORY = "/cg/" + POD + "/";

    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final FakeCgroupTree files = new FakeCgroupTree();
    private final List<String> audited = new ArrayList<>();
    private final List<String> noticed = new ArrayList<>();
    private final CgroupWriteListener listener = new CgroupWriteListener() {
        @Override
        public void written(Path file, @Nullable String before, String after, String reason, @Nullable String error) {
            audited.add(file.getFileName() + " " + after + " " + reason + (error == null ? "" : " refused"));
        }

        @Override
        public void noticed(String problem) {
            noticed.add(problem);
        }
    };
    private final CgroupExecutor writer = new CgroupExecutor(
            new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files), listener, clock, false);

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
                .containsExactly("memory.high 8192 batch-resource", "memory.max 8192 batch-resource refused");

        files.put(DIRECTORY + "memory.current", "8000");
        clock.advance(Duration.ofSeconds(2));
        assertThat(limit(8192).updated()).isTrue();
        assertThat(audited.subList(2, 4))
                .containsExactly("memory.max 8192 batch-resource", "memory.high max batch-resource");
        assertThat(files.changed()).isEmpty();
    }

    @Test
    void raisingALimitNeedsNoRoom() {
        group(16_384);
        files.put(DIRECTORY + "memory.max", "20000");

        assertThat(limit(40_960).updated()).isTrue();
        assertThat(audited).containsExactly("memory.max 40960 batch-resource");
    }

    private String high() throws IOException {
        return files.read(Path.of(DIRECTORY + "memory.high"));
    }

    @Test
    void aGroupThatDoesNotFitIsHeldBackForHalfAMinuteOnly() throws IOException {
        group(16_384);
        limit(8192);
        clock.advance(Duration.ofSeconds(29));
        limit(8192);
        assertThat(high()).isEqualTo("8192");

        clock.advance(Duration.ofSeconds(3));
        assertThat(limit(8192).error()).startsWith("memory.high is lifted");
        assertThat(high()).isEqualTo("max");
        assertThat(noticed)
                .singleElement()
                .asString()
                .contains(DIRECTORY + "memory.max", "does not fit into 8192 bytes");

        clock.advance(Duration.ofMinutes(2));
        limit(8192);
        assertThat(high()).as("not held back again at once").isEqualTo("max");
        assertThat(noticed).hasSize(1);
        clock.advance(Duration.ofMinutes(10));
        limit(8192);
        assertThat(high()).isEqualTo("8192");
    }

    @Test
    void aSmallerLimitIsAnotherTry() throws IOException {
        group(16_384);
        limit(8192);
        clock.advance(Duration.ofSeconds(30));
        limit(8192);

        limit(4096);

        assertThat(high()).isEqualTo("4096");
    }

    @Test
    void whoWantsNoLimitAnyMoreIsNotHeldBackEither() throws IOException {
        group(16_384);
        limit(8192);
        assertThat(writer.holdsBack()).isTrue();

        assertThat(limit(-1).failed()).isFalse();

        assertThat(high()).isEqualTo("max");
        assertThat(writer.holdsBack()).isFalse();
    }

    @Test
    void aLimitThatNobodyAsksForAnyMoreEndsByItself() throws IOException {
        group(16_384);
        limit(8192);
        clock.advance(Duration.ofSeconds(30));

        writer.endOverdue();

        assertThat(high()).isEqualTo("max");
        assertThat(writer.holdsBack()).isFalse();
    }

    @Test
    void whatTheKubeletHasInMemoryHighStays() throws IOException {
        group(16_384);
        files.put(DIRECTORY + "memory.high", "12288");

        assertThat(limit(8192).error()).contains("uses 16384 bytes");
        assertThat(high()).isEqualTo("12288");

        files.put(DIRECTORY + "memory.high", "max");
        clock.advance(Duration.ofSeconds(2));
        limit(8192);
        files.put(DIRECTORY + "memory.high", "12288");
        files.put(DIRECTORY + "memory.current", "4096");
        clock.advance(Duration.ofSeconds(4));
        assertThat(limit(8192).updated()).isTrue();
        assertThat(high()).as("written by another one since").isEqualTo("12288");
    }
}

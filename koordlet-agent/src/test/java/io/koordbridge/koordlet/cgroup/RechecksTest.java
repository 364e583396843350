package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RechecksTest {

    private static final int GROUPS = 500;
    private static final int SECONDS = 10;

    @TempDir
    private Path temp;

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final List<Path> opened = new ArrayList<>();
    private int looks;
    private final List<Path> written = new ArrayList<>();

    /** Real files; what is read once and what is read through a held descriptor is counted. */
    private final CgroupFiles files = new ForwardingFiles(new HostFiles()) {
        @Override
        public String read(Path file) throws IOException {
            opened.add(file);
            return super.read(file);
        }

        @Override
        public ByteSource bytes() {
            ByteSource held = super.bytes();
            return new ByteSource() {
                @Override
                public int read(Path file, byte[] into) throws IOException {
                    looks++;
                    return held.read(file, into);
                }

                @Override
                public void endTick() {
                    held.endTick();
                }

                @Override
                public void close() {
                    held.close();
                }
            };
        }
    };

    private final List<List<Intent>> plan = List.of(IntStream.range(0, GROUPS)
            .mapToObj(RechecksTest::group)
            .map(dir -> Intent.of(Knob.CPU_CFS_QUOTA, dir, 5_000L, "test").checked(Intent.Check.RECHECKED))
            .toList());

    private static String group(int number) {
        return "kubepods/besteffort/pod" + number;
    }

    private Path file(int number) {
        return temp.resolve("cg").resolve(group(number)).resolve("cpu.max");
    }

    private CgroupExecutor written() throws IOException {
        for (int i = 0; i < GROUPS; i++) {
            Files.createDirectories(file(i).getParent());
            Files.writeString(file(i), "max 100000\n");
        }
        CgroupTree tree = new CgroupTree(temp.resolve("cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files);
        CgroupExecutor executor =
                new CgroupExecutor(tree, (file, before, after, reason, error) -> written.add(file), clock, false);
        assertThat(executor.carryOut(plan)).isEmpty();
        for (int i = 0; i < GROUPS; i++) {
            // As the kernel shows it.
            Files.writeString(file(i), "5000 100000\n");
        }
        opened.clear();
        written.clear();
        return executor;
    }

    private int looksOfASecond(CgroupExecutor executor) {
        int before = looks;
        clock.advance(Duration.ofSeconds(1));
        Set<Intent.Target> refused = executor.carryOut(plan);
        assertThat(refused).isEmpty();
        return looks - before;
    }

    @Test
    void noRoundLooksAtMuchMoreThanItsShareOfTheFiles() throws IOException {
        CgroupExecutor executor = written();
        List<Integer> perRound = new ArrayList<>();
        for (int second = 0; second < 2 * SECONDS; second++) {
            perRound.add(looksOfASecond(executor));
        }

        assertThat(perRound).allMatch(count -> count < 2 * GROUPS / SECONDS);
        assertThat(perRound.stream().mapToInt(Integer::intValue).sum()).isEqualTo(2 * GROUPS);
        assertThat(opened).isEmpty();
        assertThat(written).isEmpty();
    }

    @Test
    void whatOthersChangeIsWrittenAgainWithinTenSeconds() throws IOException {
        CgroupExecutor executor = written();
        for (int i = 0; i < GROUPS; i += 2) {
            Files.writeString(file(i), "max 100000\n");
        }
        for (int second = 0; second < SECONDS; second++) {
            int unused = looksOfASecond(executor);
        }

        assertThat(written).hasSize(GROUPS / 2).doesNotHaveDuplicates();
    }

    @Test
    void aGroupThatEndedIsPassedOver() throws IOException {
        CgroupExecutor executor = written();
        Files.delete(file(3));
        for (int second = 0; second < SECONDS; second++) {
            int unused = looksOfASecond(executor);
        }

        assertThat(written).isEmpty();
    }
}

package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SlowLaneTest {

    private static final String LIMIT = "/cg/memory/kubepods/pod%d/memory.limit_in_bytes";

    private final CountDownLatch reclaimed = new CountDownLatch(1);
    private final List<String> written = new CopyOnWriteArrayList<>();
    private final FakeCgroupTree files = new FakeCgroupTree() {
        @Override
        public void write(Path file, String value) throws IOException {
            if (file.toString().contains("pod1/memory")) {
                try {
                    reclaimed.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            written.add(file.getParent().getFileName() + " " + value);
            super.write(file, value);
        }
    };
    private final CgroupExecutor writer = new CgroupExecutor(
            new CgroupTree(Path.of("/cg"), CgroupVersion.V1, CgroupDriver.CGROUPFS, files),
            (file, before, after, reason, error) -> {},
            new ManualClock(Instant.EPOCH),
            false);

    private static List<List<Intent>> limit(int pod, long bytes) {
        return List.of(List.of(Intent.of(Knob.MEMORY_LIMIT, "kubepods/pod" + pod, bytes, "test")));
    }

    @Test
    @Timeout(30)
    void aWriteThatBlocksHoldsUpNeitherItsCallerNorOtherFiles() {
        files.put(LIMIT.formatted(1), "-1");
        files.put(LIMIT.formatted(2), "-1");
        files.put("/cg/cpu/kubepods/besteffort/cpu.cfs_quota_us", "-1");
        try (SlowLane lane = new SlowLane(writer)) {
            lane.offer(limit(1, 4096));
            for (long bytes = 1; bytes <= 50; bytes++) {
                lane.offer(limit(2, bytes * 4096));
            }
            writer.carryOut(List.of(List.of(Intent.of(Knob.CPU_CFS_QUOTA, "kubepods/besteffort", 2_000L, "test"))));

            assertThat(written).containsExactly("besteffort 2000");
            reclaimed.countDown();
            await().until(() -> written.contains("pod2 204800"));
            assertThat(written.size()).isLessThanOrEqualTo(4);
        }
    }

    @Test
    @Timeout(30)
    void closesAtOnceWhileAWriteBlocks() {
        files.put(LIMIT.formatted(1), "-1");
        SlowLane lane = new SlowLane(writer);
        lane.offer(limit(1, 4096));
        lane.close();
        reclaimed.countDown();
    }

    @Test
    @Timeout(30)
    void aValueThatWasWrittenAShortWhileAgoIsNotHandedOver() {
        files.put(LIMIT.formatted(2), "-1");
        try (SlowLane lane = new SlowLane(writer)) {
            lane.offer(limit(2, 4096));
            await().until(() -> written.contains("pod2 4096"));
            files.put(LIMIT.formatted(2), "-1");
            lane.offer(limit(2, 4096));
            lane.offer(limit(2, 8192));
            await().until(() -> written.contains("pod2 8192"));

            assertThat(written).containsExactly("pod2 4096", "pod2 8192");
        }
    }
}

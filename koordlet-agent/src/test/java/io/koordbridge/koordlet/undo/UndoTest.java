package io.koordbridge.koordlet.undo;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupUpdate;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.KernelCgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class UndoTest {

    private static final String TIER = "kubepods/besteffort";

    @TempDir
    private Path temp;

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final List<String> problems = new ArrayList<>();

    /** One life of the process. */
    private final class Life {
        private final CgroupTree tree;
        private final Undo undo;
        private final CgroupExecutor writer;

        Life(CgroupVersion version, boolean observeOnly) {
            this(version, observeOnly, files);
        }

        Life(CgroupVersion version, boolean observeOnly, FakeCgroupTree files) {
            tree = new CgroupTree(Path.of("/cg"), version, CgroupDriver.CGROUPFS, files);
            undo = new Undo(
                    tree,
                    new TakenFile(temp),
                    owner -> !owner.startsWith(Undo.RELEASE),
                    (file, before, after, reason, error) -> {},
                    problems::add);
            writer = new CgroupExecutor(tree, undo, new ManualClock(Instant.EPOCH), observeOnly);
        }

        void write(Knob<?> knob, String group, String value, String owner) {
            assertThat(writer.updateNow(new CgroupUpdate(knob, group, value, owner))
                            .failed())
                    .isFalse();
        }
    }

    @Test
    void aGroupWithProcessesGetsTheCpusOfItsParent() throws IOException {
        KernelCgroupTree kernel = new KernelCgroupTree(CgroupVersion.V2, "0-3");
        for (String group : List.of("kubepods", TIER, TIER + "/pod1")) {
            kernel.group(group);
            kernel.put(kernel.file("", group, "cpuset.cpus.effective"), "0-3");
        }
        kernel.put(kernel.file("", TIER, "cgroup.events"), "populated 1\nfrozen 0\n");
        Life life = new Life(CgroupVersion.V2, false, kernel);
        life.write(Knob.CPUSET_CPUS, TIER + "/pod1", "0-1", "cpu-suppress");
        life.write(Knob.CPUSET_CPUS, TIER, "0-1", "cpu-suppress");

        assertThat(life.undo.release(life.writer, owner -> true)).isEqualTo(2);

        assertThat(kernel.text(Path.of(kernel.file("", TIER, "cpuset.cpus")))).isEqualTo("0-3");
        assertThat(kernel.text(Path.of(kernel.file("", TIER + "/pod1", "cpuset.cpus"))))
                .isEmpty();
        assertThat(life.undo.taken()).isEmpty();
    }

    @Test
    void aKillRightAfterAWriteLeavesNothingBehind() throws IOException {
        tierOfVersion1();
        Life killed = v1();
        killed.undo.announcing((one, part) -> {
            try {
                new TakenFile(temp).add(one, part);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        killed.write(Knob.CPU_CFS_QUOTA, "kubepods/besteffort", "20000", "a");

        Life next = v1();
        next.undo.release(next.writer, owner -> true);

        assertThat(files.read(Path.of("/cg/cpu/kubepods/besteffort/cpu.cfs_quota_us")))
                .isEqualTo("-1");
    }

    private Life v1() {
        return new Life(CgroupVersion.V1, false);
    }

    private void tierOfVersion1() {
        files.put("/cg/cpu/kubepods/besteffort/cpu.cfs_quota_us", "-1");
        files.put("/cg/cpu/kubepods/besteffort/pod1/cpu.shares", "2");
        files.put("/cg/memory/kubepods/besteffort/pod1/memory.limit_in_bytes", "9223372036854771712");
        files.put("/cg/cpuset/kubepods/cpuset.cpus", "0-7");
        files.put("/cg/cpuset/kubepods/besteffort/cpuset.cpus", "0-7");
        files.put("/cg/cpuset/kubepods/besteffort/pod1/cpuset.cpus", "0-7");
        files.mark();
    }

    @Test
    void aLaterLifeGivesBackWhatAKilledOneTook() {
        tierOfVersion1();
        Life killed = v1();
        killed.write(Knob.CPU_CFS_QUOTA, TIER, "50000", "cpu-suppress");
        killed.write(Knob.CPUSET_CPUS, TIER + "/pod1", "0-1", "cpu-suppress");
        killed.write(Knob.CPUSET_CPUS, TIER, "0-1", "cpu-suppress");
        killed.write(Knob.CPU_SHARES, TIER + "/pod1", "512", "batch-resource");
        killed.write(Knob.MEMORY_LIMIT, TIER + "/pod1", "4096", "batch-resource");
        killed.write(Knob.MEMORY_LIMIT, TIER + "/pod1", "8192", "batch-resource");
        killed.undo.save();

        Life next = v1();
        assertThat(next.undo.release(next.writer, "cpu-suppress"::equals)).isEqualTo(3);
        assertThat(files.changed())
                .containsOnlyKeys(
                        "/cg/cpu/kubepods/besteffort/pod1/cpu.shares",
                        "/cg/memory/kubepods/besteffort/pod1/memory.limit_in_bytes");
        assertThat(next.undo.release(next.writer, owner -> true)).isEqualTo(2);
        assertThat(files.changed()).isEmpty();
        next.undo.save();

        assertThat(v1().undo.taken()).isEmpty();
    }

    @Test
    void remembersTheFirstValueThroughSeveralLives() {
        tierOfVersion1();
        Life first = v1();
        first.write(Knob.CPU_SHARES, TIER + "/pod1", "512", "batch-resource");
        first.undo.save();
        Life second = v1();
        second.write(Knob.CPU_SHARES, TIER + "/pod1", "1024", "batch-resource");
        second.undo.save();

        assertThat(v1().undo.taken()).containsExactly(new Taken("cpu.shares", TIER + "/pod1", "batch-resource", "2"));
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aQuotaOfTheTierThatIsLiftedIsNotHeldAnyMore(CgroupVersion version) {
        files.put("/cg/cpu/kubepods/besteffort/cpu.cfs_quota_us", "-1");
        files.put("/cg/kubepods/besteffort/cpu.max", "max 100000");
        Life life = new Life(version, false);
        life.write(Knob.CPU_CFS_QUOTA, TIER, "50000", "cpu-suppress");
        assertThat(life.undo.taken()).hasSize(1);

        life.write(Knob.CPU_CFS_QUOTA, TIER, "-1", "cpu-suppress");

        assertThat(life.undo.taken()).isEmpty();
    }

    @Test
    void aPodsQuotaGoesBackToThatOfTheKubelet() {
        files.put("/cg/kubepods/besteffort/pod1/cpu.max", "30000 100000");
        Life life = new Life(CgroupVersion.V2, false);
        life.write(Knob.CPU_CFS_QUOTA, TIER + "/pod1", "10000", "batch-resource");

        life.undo.release(life.writer, owner -> true);

        assertThat(files.takeWrites()).endsWith(List.of("/cg/kubepods/besteffort/pod1/cpu.max", "30000 100000"));
    }

    @Test
    void aValueThatIsKnownBetterEndsTheRecord() {
        files.put("/cg/kubepods/besteffort/pod1/cpu.max", "30000 100000");
        Life life = new Life(CgroupVersion.V2, false);
        life.write(Knob.CPU_CFS_QUOTA, TIER + "/pod1", "10000", "batch-resource");
        life.write(Knob.CPU_CFS_QUOTA, TIER + "/pod1", "50000", Undo.RENEWED + "batch-resource");

        assertThat(life.undo.taken()).isEmpty();
        assertThat(life.undo.release(life.writer, owner -> true)).isZero();
    }

    /** Contents before, what is written, and what the kernel shows once it is given back. */
    @ParameterizedTest
    @CsvSource({
        "cpuset.cpus, cpuset.cpus, '', 0-1, ''",
        "cpuset.cpus, cpuset.cpus, 2-3, 0-1, ''",
        "cpu.cfs_quota_us, cpu.max, max 100000, 30000, max 100000",
        "cpu.cfs_quota_us, cpu.max, 60000 100000, 30000, 60000 100000",
        "cpu.shares, cpu.weight, 1, 1024, 1",
        "memory.limit_in_bytes, memory.max, max, 1048576, max",
        "memory.high, memory.high, max, 1048576, max",
        "cpu.cfs_burst_us, cpu.max.burst, 0, 1000, 0",
        "cpu.idle, cpu.idle, 0, 1, 0",
        "memory.min, memory.min, 0, 4096, 0",
        "memory.low, memory.low, 0, 4096, 0",
        "memory.oom.group, memory.oom.group, 0, 1, 0",
    })
    void givesBackEachFileOfVersion2(String name, String file, String before, String value, String after) {
        KernelCgroupTree kernel = new KernelCgroupTree(CgroupVersion.V2, "0-3");
        kernel.group("kubepods");
        kernel.group(TIER);
        kernel.group(TIER + "/pod1");
        kernel.put("/cg/kubepods/" + file, name.equals("cpuset.cpus") ? "0-3" : before);
        Knob<?> knob = Knob.ofName(name).orElseThrow();
        for (String group : List.of(TIER, TIER + "/pod1")) {
            boolean tierQuota = group.equals(TIER) && knob == Knob.CPU_CFS_QUOTA;
            String path = "/cg/" + group + "/" + file;
            kernel.put(path, tierQuota ? "max 100000" : before);
            Life killed = new Life(CgroupVersion.V2, false, kernel);
            killed.write(knob, group, value, "strategy");
            assertThat(kernel.text(Path.of(path))).isNotEqualTo(before);
            killed.undo.save();

            Life next = new Life(CgroupVersion.V2, false, kernel);
            assertThat(next.undo.release(next.writer, owner -> true)).isEqualTo(1);
            assertThat(kernel.text(Path.of(path))).isEqualTo(tierQuota ? "max 100000" : after);
            assertThat(next.undo.taken()).isEmpty();
            next.undo.save();
        }
    }

    private KernelCgroupTree aboveItsLimit() {
        KernelCgroupTree kernel = new KernelCgroupTree(CgroupVersion.V2, "0-3");
        for (String group : List.of("kubepods", TIER, TIER + "/pod1")) {
            kernel.group(group);
        }
        kernel.mark();
        Life killed = new Life(CgroupVersion.V2, false, kernel);
        CgroupUpdate limit = new CgroupUpdate(Knob.MEMORY_LIMIT, TIER + "/pod1", "65536", "batch-resource");
        assertThat(killed.writer.updateNow(limit).failed()).isTrue();
        assertThat(kernel.changed()).containsEntry("/cg/" + TIER + "/pod1/memory.high", "65536");
        killed.undo.save();
        return kernel;
    }

    @Test
    void aGroupThatWaitsForItsLimitIsNotHeldBackAfterwards() {
        KernelCgroupTree kernel = aboveItsLimit();
        Life next = new Life(CgroupVersion.V2, false, kernel);

        assertThat(next.undo.release(next.writer, "batch-resource"::equals)).isEqualTo(1);

        assertThat(kernel.changed()).isEmpty();
        assertThat(next.undo.taken()).isEmpty();
    }

    @Test
    void aNewLifeBeginsWithoutGroupsThatAreHeldBack() {
        KernelCgroupTree kernel = aboveItsLimit();
        Life next = new Life(CgroupVersion.V2, false, kernel);

        assertThat(next.undo.releaseRoom(next.writer)).isEqualTo(1);

        assertThat(kernel.changed()).isEmpty();
        assertThat(next.undo.taken()).isEmpty();
    }

    @Test
    void whatTheKernelDoesNotShowStaysOnTheRecord() {
        FakeCgroupTree deaf = new FakeCgroupTree() {
            @Override
            public void write(Path file, String value) throws IOException {
                if (value.equals("0-1")) {
                    super.write(file, value);
                }
            }
        };
        deaf.put("/cg/kubepods/besteffort/cpuset.cpus", "");
        Life life = new Life(CgroupVersion.V2, false, deaf);
        life.write(Knob.CPUSET_CPUS, TIER, "0-1", "cpu-suppress");

        assertThat(life.undo.release(life.writer, owner -> true)).isZero();
        assertThat(life.undo.taken()).hasSize(1);
    }

    @Test
    void whileTheParentOfVersion1IsUnknownTheRecordStays() {
        tierOfVersion1();
        Life life = v1();
        life.write(Knob.CPUSET_CPUS, TIER + "/pod1", "0-1", "cpu-suppress");
        files.take("/cg/cpuset/kubepods/besteffort/cpuset.cpus");

        assertThat(life.undo.release(life.writer, owner -> true)).isZero();
        assertThat(life.undo.taken()).hasSize(1);
        files.put("/cg/cpuset/kubepods/besteffort/cpuset.cpus", "0-7");
        assertThat(life.undo.release(life.writer, owner -> true)).isEqualTo(1);
    }

    @Test
    void aGroupThatEndedLeavesTheRecordWithoutAWrite() {
        tierOfVersion1();
        Life life = v1();
        life.write(Knob.CPU_SHARES, TIER + "/pod1", "512", "batch-resource");
        files.take("/cg/cpu/kubepods/besteffort/pod1/cpu.shares");

        assertThat(life.undo.release(life.writer, owner -> true)).isZero();
        assertThat(life.undo.taken()).isEmpty();
    }

    @Test
    void anObserverNamesWhatIsHeldAndLeavesIt() {
        tierOfVersion1();
        Life killed = v1();
        killed.write(Knob.CPU_CFS_QUOTA, TIER, "50000", "cpu-suppress");
        killed.undo.save();
        Life observer = new Life(CgroupVersion.V1, true);

        assertThat(observer.undo.release(observer.writer, owner -> true)).isZero();
        assertThat(observer.undo.taken()).hasSize(1);
        assertThat(files.changed()).isEqualTo(Map.of("/cg/cpu/kubepods/besteffort/cpu.cfs_quota_us", "50000"));
    }

    @Test
    void forgetsGroupsThatEnded() {
        tierOfVersion1();
        Life life = v1();
        life.write(Knob.CPU_SHARES, TIER + "/pod1", "512", "batch-resource");
        files.take("/cg/cpu/kubepods/besteffort/pod1/cpu.shares");

        life.undo.forgetGone();

        assertThat(life.undo.taken()).isEmpty();
    }

    @Test
    void theRecordIsForItsOwnerOnlyAndFollowsNoLink() throws IOException {
        tierOfVersion1();
        Life life = v1();
        life.write(Knob.CPU_CFS_QUOTA, TIER, "50000", "cpu-suppress");
        life.undo.save();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(temp.resolve("taken.json"))))
                .isEqualTo("rw-------");

        Path victim = Files.writeString(temp.resolve("victim"), "[]");
        Files.delete(temp.resolve("taken.json"));
        Files.createSymbolicLink(temp.resolve("taken.json"), victim);
        assertThat(v1().undo.taken()).isEmpty();
        life.write(Knob.CPUSET_CPUS, TIER + "/pod1", "0-1", "cpu-suppress");
        life.undo.save();

        assertThat(victim).hasContent("[]");
        assertThat(problems).singleElement().asString().contains("no plain file");
    }

    @Test
    void aDamagedRecordIsReportedAndEmpty() throws IOException {
        Files.writeString(temp.resolve("taken.json"), "[{");

        assertThat(v1().undo.taken()).isEmpty();
        assertThat(problems).singleElement().asString().contains("cannot be read, nothing is given back from it");
    }
}

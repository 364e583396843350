package io.koordbridge.koordlet.undo;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupUpdate;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
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

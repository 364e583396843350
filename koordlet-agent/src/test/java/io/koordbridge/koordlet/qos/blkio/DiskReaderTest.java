package io.koordbridge.koordlet.qos.blkio;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DiskReaderTest {

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final ReadingsReader reader = new ReadingsReader(
            new CgroupReader(new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files)
                    .reach(Trees.below(Path.of("/proc"), Path.of("/sys")))),
            new SampleStore(StoreLimits.DEFAULT),
            Duration.ofSeconds(1),
            problem -> {});

    private Disks at(long second) {
        return reader.read(Set.of(DiskReader.DISKS), List.of(), Instant.ofEpochSecond(second))
                .of(DiskReader.DISKS)
                .orElseThrow();
    }

    @Test
    void disksPartitionsAndVolumesOfStackedDevicesAreFound() {
        files.put("/sys/block/nvme0n1/dev", "259:0\n");
        files.put("/sys/block/nvme0n1/nvme0n1p1/dev", "259:1\n");
        files.put("/sys/block/nvme0n1/nvme0n1p1/partition", "1\n");
        files.put("/sys/block/nvme0n1/queue/scheduler", "none\n");
        files.put("/sys/block/cciss!c0d0/dev", "104:0\n");
        files.put("/sys/block/dm-1/dev", "253:1\n");
        files.put("/sys/block/dm-1/dm/name", "data-a--b\n");
        files.put("/sys/block/dm-1/dm/uuid", "LVM-1\n");
        files.put("/sys/block/dm-1/slaves/dm-0/dev", "253:0\n");
        files.put("/sys/block/dm-0/dev", "253:0\n");
        files.put("/sys/block/dm-0/dm/name", "crypt\n");
        files.put("/sys/block/dm-0/dm/uuid", "CRYPT-1\n");
        files.put("/sys/block/dm-0/slaves/nvme0n1p1/dev", "259:1\n");
        files.put(
                "/proc/self/mountinfo",
                "1 0 259:1 / / rw - ext4 x rw\n2 1 253:1 / /k/volumes/kubernetes.io~csi/pv/mount rw - xfs x rw\nbroken\n");
        Disks disks = at(1);

        assertThat(disks.numbers()).isEqualTo(Map.of("/dev/nvme0n1", "259:0", "/dev/cciss/c0d0", "104:0"));
        assertThat(disks.partitions()).isEqualTo(Map.of("/dev/nvme0n1p1", "/dev/nvme0n1"));
        assertThat(disks.groups()).isEqualTo(Map.of("data", "/dev/nvme0n1"));
        assertThat(disks.mounts()).isEqualTo(Map.of("/k/volumes/kubernetes.io~csi/pv/mount", "/dev/mapper/data-a--b"));
    }

    @Test
    void disksAreLookedForEveryFiveSeconds() {
        assertThat(at(1).numbers()).isEmpty();
        files.put("/sys/block/sda/dev", "8:0\n");

        assertThat(at(5).numbers()).isEmpty();
        assertThat(at(6).numbers()).hasSize(1);
    }
}

package io.koordbridge.koordlet.qos.blkio;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.ResctrlFiles;
import io.koordbridge.koordlet.strategy.StrategyLife;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlkioStrategyTest {
    private static final String TIER = "/cg/kubepods/besteffort/io.max";
    private static final String POD = "/cg/kubepods/burstable/podu1/io.max";
    private static final String OTHERS = "8:0 rbps=5 wbps=max riops=max wiops=max\n";

    @TempDir
    private Path temp;

    private final ResctrlFiles files = new ResctrlFiles();

    @BeforeEach
    void machine() {
        files.put(TIER, OTHERS);
        files.put(POD, "");
        files.put("/cg/kubepods/besteffort/io.weight", "default 100\n");
        files.put("/cg/io.cost.qos", "");
        files.put("/sys/block/sda/dev", "8:0\n");
        files.put("/sys/block/sda/sda1/dev", "8:1\n");
        files.put("/sys/block/sda/sda1/partition", "1\n");
        files.put("/sys/block/sdb/dev", "8:16\n");
        files.put("/sys/block/dm-0/dev", "253:0\n");
        files.put("/sys/block/dm-0/dm/name", "vg--a-data\n");
        files.put("/sys/block/dm-0/dm/uuid", "LVM-x\n");
        files.put("/sys/block/dm-0/slaves/sdb/dev", "8:16\n");
        files.put(
                "/proc/1/mountinfo",
                "30 1 253:0 / /var/lib/kubelet/pods/u1/volumes/kubernetes.io~csi/pv-1/mount rw - ext4 /dev/x rw\n");
    }

    private StrategyLife life() {
        return new StrategyLife(CgroupVersion.V2, files, temp, new BlkioStrategy("/var/lib/kubelet"));
    }

    private static String tier(String blocks) {
        return "{\"resourceQOSStrategy\": {\"beClass\": {\"blkioQOS\": {\"enable\": true, \"blocks\": [" + blocks
                + "]}}}}";
    }

    private static String block(String name, String type, String limits) {
        return "{\"name\": \"" + name + "\", \"type\": \"" + type + "\", \"ioCfg\": {" + limits + "}}";
    }

    private static Pod pod(String annotation) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("shop")
                .withName("web")
                .withUid("u1")
                .addToLabels("koordinator.sh/qosClass", "LS")
                .addToAnnotations("koordinator.sh/blkioQOS", annotation)
                .endMetadata()
                .withNewStatus()
                .withPhase("Running")
                .withQosClass("Burstable")
                .endStatus()
                .build();
    }

    private String read(String file) throws IOException {
        return files.read(Path.of(file));
    }

    @Test
    void theTierIsLimitedByPartitionAndWrittenOnce() throws IOException {
        StrategyLife life = life().slo(tier(block("/dev/sda1", "device", "\"writeBPS\": 1048576, \"readIOPS\": 50")));
        life.tick();
        assertThat(read(TIER)).isEqualTo("8:0 rbps=max wbps=1048576 riops=50 wiops=max\n");

        files.takeWrites();
        life.after(Duration.ofSeconds(61));
        assertThat(files.takeWrites()).isEmpty();
        assertThat(life.problems).isEmpty();
    }

    @Test
    void whatIsNotConfiguredAnyMoreIsGivenBackLineByLine() throws IOException {
        StrategyLife life = life().slo(tier(block("/dev/sda", "device", "\"writeBPS\": 9000000") + ","
                + block("vg-a", "volumegroup", "\"readBPS\": 9000000")));
        life.tick();
        assertThat(read(TIER).lines())
                .containsExactlyInAnyOrder(
                        "8:0 rbps=max wbps=9000000 riops=max wiops=max",
                        "8:16 rbps=9000000 wbps=max riops=max wiops=max");

        life.slo(tier(block("/dev/sda", "device", "\"writeBPS\": 9000000"))).tick();
        assertThat(read(TIER).lines()).containsExactly("8:0 rbps=max wbps=9000000 riops=max wiops=max");

        life.closed().tick();
        assertThat(read(TIER)).isEqualTo(OTHERS);
        assertThat(life.undo.taken()).isEmpty();
    }

    @Test
    void aLaterLifeGivesBackWhatAKilledOneTook() throws IOException {
        StrategyLife killed = life().slo(tier(block("/dev/sda", "device", "\"writeBPS\": 9000000")));
        killed.tick();
        killed.undo.save();

        life().slo("{}").tick();
        assertThat(read(TIER)).isEqualTo(OTHERS);
    }

    @Test
    void aDiskThatIsNotFoundStopsTheUpdateOfItsOwner() throws IOException {
        StrategyLife life = life().slo(tier(block("/dev/sda", "device", "\"writeBPS\": 9000000")));
        life.tick();
        life.slo(tier(block("/dev/sda", "device", "\"writeBPS\": 7000000") + "," + block("/dev/gone", "device", "")))
                .tick();

        assertThat(read(TIER)).contains("wbps=9000000");
        assertThat(life.problems)
                .containsExactly("NodeSLO: resourceQOSStrategy.beClass.blkioQOS: block /dev/gone: want a disk or a"
                        + " partition of the node; the last good lines hold");
    }

    @Test
    void aPodIsLimitedByItsAnnotationOnItsVolume() throws IOException {
        StrategyLife life =
                life().slo("{}").pods(pod("{\"blocks\": [" + block("pv-1", "podvolume", "\"readBPS\": 70000") + "]}"));
        life.tick();
        assertThat(read(POD)).isEqualTo("8:16 rbps=70000 wbps=max riops=max wiops=max\n");

        life.pods().tick();
        assertThat(read(POD)).isBlank();
    }

    @Test
    void whatATenantMayNotAskForIsNamed() throws IOException {
        StrategyLife life =
                life().slo("{}").pods(pod("{\"blocks\": [" + block("/dev/sda", "device", "\"readBPS\": 1") + "]}"));
        life.tick();
        life.pods(pod("{\"blocks\": 7}")).tick();

        assertThat(read(POD)).isEmpty();
        assertThat(life.problems)
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem)
                        .startsWith("Pod/shop/web: annotation koordinator.sh/blkioQOS = '{\"blocks\"")
                        .contains("want {\"blocks\":")
                        .endsWith("it counts as absent"));
    }

    @Test
    void theTopIsToldWhatADiskCanDo() throws IOException {
        StrategyLife life = life().slo(
                        "{\"resourceQOSStrategy\": {\"cgroupRoot\": {\"blkioQOS\": {\"enable\": true, \"blocks\": ["
                                + block("/dev/sda", "device", "\"readLatency\": 13") + "]}}}}");
        life.tick();
        assertThat(read("/cg/io.cost.qos")).isEqualTo("8:0 enable=1 ctrl=user rpct=95 rlat=13 wpct=95 wlat=3000");

        // As a kernel shows it.
        files.put(
                "/cg/io.cost.qos",
                "8:0 enable=1 ctrl=user rpct=95.00 rlat=13 wpct=95.00 wlat=3000 min=1.00 max=10000.00\n");
        files.takeWrites();
        life.after(Duration.ofSeconds(61));
        assertThat(files.takeWrites()).isEmpty();
        life.closed().tick();
        assertThat(read("/cg/io.cost.qos")).isEqualTo("8:0 enable=0");
    }

    @Test
    void aWeightIsWrittenWhereTheKernelHasWeights() throws IOException {
        StrategyLife life = life().slo(tier(block("/dev/sda", "device", "\"ioWeightPercent\": 30")));
        life.tick();
        assertThat(read("/cg/kubepods/besteffort/io.weight")).isEqualTo("8:0 30");
        assertThat(life.preflight())
                .containsExactly(
                        "block-io         io.max: works",
                        "block-io         io.weight: works",
                        "block-io         io.cost.qos: works");
    }

    @Test
    void versionOneHasAFileForEachLimit() throws IOException {
        String throttle = "/cg/blkio/kubepods/besteffort/blkio.throttle.";
        files.put(throttle + "write_bps_device", "");
        files.put(throttle + "read_bps_device", "");
        StrategyLife life = new StrategyLife(CgroupVersion.V1, files, temp, new BlkioStrategy("/var/lib/kubelet"))
                .slo(tier(block("/dev/sda", "device", "\"writeBPS\": 9000000")));
        life.tick();

        assertThat(read(throttle + "write_bps_device")).isEqualTo("8:0 9000000");
        assertThat(read(throttle + "read_bps_device")).isEmpty();
        life.closed().tick();
        assertThat(files.takeWrites()).last().isEqualTo(java.util.List.of(throttle + "write_bps_device", "8:0 0"));
        assertThat(life.runner.state()).containsEntry("blockIo", Map.of());
    }
}

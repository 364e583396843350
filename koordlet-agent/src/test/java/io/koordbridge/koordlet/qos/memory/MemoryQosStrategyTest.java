package io.koordbridge.koordlet.qos.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.report.shown.Ground;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryQosStrategyTest {

    private static final String LOW = """
            {"resourceQOSStrategy": {"lsClass": {"memoryQOS":
              {"enable": true, "minLimitPercent": 50, "lowLimitPercent": 80, "throttlingPercent": 50, "oomKillGroup": 1}}}}
            """;

    @TempDir
    private Path temp;

    private MemoryScene<MemoryQosStrategy.Memory> scene;

    @BeforeEach
    void node() {
        scene = scene(CgroupVersion.V2);
    }

    private MemoryScene<MemoryQosStrategy.Memory> scene(CgroupVersion version) {
        MemoryScene<MemoryQosStrategy.Memory> made = new MemoryScene<>(new MemoryQosStrategy(true), version, temp);
        for (String dir :
                List.of("/cg/kubepods/", "/cg/kubepods/burstable/", "/cg/kubepods/besteffort/", MemoryScene.POD)) {
            made.put(dir, "memory.min", "0", "memory.low", "0", "memory.high", "max", "memory.oom.group", "0");
        }
        // The kubelet lets a container end as a whole.
        made.put(
                MemoryScene.CONTAINER,
                "memory.min",
                "0",
                "memory.low",
                "0",
                "memory.high",
                "max",
                "memory.oom.group",
                "1");
        made.files.mark();
        made.pod("");
        return made;
    }

    @Test
    void protectionIsWrittenParentsFirst() {
        scene.slo(LOW);
        scene.tick();

        assertThat(scene.files.changed())
                .containsEntry("/cg/kubepods/memory.min", "52428800")
                .containsEntry("/cg/kubepods/burstable/memory.low", "83886080")
                .containsEntry(MemoryScene.POD + "memory.min", "52428800")
                .containsEntry(MemoryScene.POD + "memory.oom.group", "1")
                .containsEntry(MemoryScene.CONTAINER + "memory.high", String.valueOf(200 << 20))
                .doesNotContainKey(MemoryScene.POD + "memory.high")
                .doesNotContainKey("/cg/kubepods/besteffort/memory.min");
        List<String> order = scene.files.takeWrites().stream()
                .map(write -> write.get(0))
                .filter(file -> file.endsWith("memory.min"))
                .toList();
        assertThat(order)
                .containsExactly(
                        "/cg/kubepods/memory.min",
                        "/cg/kubepods/burstable/memory.min",
                        MemoryScene.POD + "memory.min",
                        MemoryScene.CONTAINER + "memory.min");
    }

    @Test
    void nothingIsWrittenWhileNothingChanges() {
        scene.slo(LOW);
        scene.tick();
        scene.files.takeWrites();
        for (int i = 0; i < 150; i++) {
            scene.tick();
        }

        assertThat(scene.files.takeWrites()).isEmpty();
    }

    @Test
    void withoutAClassThatIsOnNothingIsWritten() {
        scene.slo("{}");
        scene.tick();

        assertThat(scene.files.takeWrites()).isEmpty();
    }

    @Test
    void aClassThatIsSwitchedOffGivesBackByteByByte() {
        scene.put(MemoryScene.POD, "memory.min", "4096");
        scene.files.mark();
        scene.slo(LOW);
        scene.tick();
        scene.slo("{}");
        scene.tick();

        assertThat(scene.files.changed()).isEmpty();
        assertThat(scene.undo.taken()).isEmpty();
    }

    @Test
    void theRecordGivesBackByteByByte() {
        scene.slo(LOW);
        scene.tick();
        assertThat(scene.undo.taken()).isNotEmpty();

        scene.undo.release(scene.writer, MemoryQosStrategy.NAME::equals);

        assertThat(scene.files.changed()).isEmpty();
    }

    @Test
    void filesOfVersionOneOfOrdinaryKernelsAreNotTried() {
        MemoryScene<MemoryQosStrategy.Memory> old =
                new MemoryScene<>(new MemoryQosStrategy(true), CgroupVersion.V1, temp);
        old.pod("");
        old.slo(LOW);

        assertThat(old.tick().reason()).isEqualTo("not-supported");
        assertThat(old.tick().levels()).allSatisfy(level -> assertThat(level).isEmpty());
    }

    @Test
    void filesOfPatchedKernelsOfVersionOneAreWrittenAndGivenBack() {
        MemoryScene<MemoryQosStrategy.Memory> old =
                new MemoryScene<>(new MemoryQosStrategy(true), CgroupVersion.V1, temp);
        for (String dir : List.of("/cg/memory/kubepods/", "/cg/memory/kubepods/burstable/podu1/")) {
            old.put(dir, "memory.wmark_ratio", "0", "memory.min", "0");
        }
        old.files.mark();
        old.pod("");
        old.slo(LOW);
        old.tick();

        assertThat(old.files.changed())
                .containsEntry("/cg/memory/kubepods/burstable/podu1/memory.wmark_ratio", "95")
                .containsEntry("/cg/memory/kubepods/burstable/podu1/memory.min", "52428800");
        old.undo.release(old.writer, owner -> true);
        assertThat(old.files.changed()).isEmpty();
    }

    @Test
    void aHostileAnnotationIsNamedAndCountsAsAbsent() throws IOException {
        scene.pod("{\"minLimitPercent\": 9000000000}");
        scene.slo(LOW);
        scene.tick();

        assertThat(scene.problems)
                .singleElement()
                .asString()
                .contains("Pod/shop/web", "koordinator.sh/memoryQOS", "9000000000", "0 to 100");
        assertThat(scene.read(MemoryScene.POD + "memory.min")).isEqualTo("52428800");
    }

    @Test
    void aValueThatNoFileTakesKeepsTheLastGoodOnes() throws IOException {
        scene.slo(LOW);
        scene.tick();
        scene.slo(LOW.replace("50", "5000"));
        scene.tick();

        assertThat(scene.problems)
                .singleElement()
                .asString()
                .contains("lsClass.memoryQOS.minLimitPercent = 5000: want 0 to 100");
        assertThat(scene.read(MemoryScene.POD + "memory.min")).isEqualTo("52428800");
    }

    @Test
    void whatTheKubeletPutsBackIsLeftToIt() throws IOException {
        scene.slo(LOW);
        scene.tick();
        scene.put("/cg/kubepods/burstable/", "memory.min", "104857600");
        for (int i = 0; i < 150; i++) {
            scene.tick();
        }

        assertThat(scene.read("/cg/kubepods/burstable/memory.min")).isEqualTo("104857600");
        assertThat(scene.read("/cg/kubepods/burstable/memory.low")).isEqualTo("83886080");
        assertThat(scene.problems).singleElement().asString().contains("memory.min of kubepods/burstable");
    }

    @Test
    void preflightNamesTheFiles() {
        Ground ground = new Ground(
                new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, scene.files),
                4,
                Path.of("/sys"));
        Ground bare = new Ground(
                new CgroupTree(Path.of("/cg"), CgroupVersion.V1, CgroupDriver.CGROUPFS, new FakeCgroupTree()),
                4,
                Path.of("/sys"));

        assertThat(new MemoryQosStrategy(true).preflight(ground))
                .singleElement()
                .asString()
                .contains("works: memory.min memory.low memory.high memory.oom.group");
        assertThat(new MemoryQosStrategy(true).preflight(bare))
                .singleElement()
                .asString()
                .contains("not supported here");
        assertThat(new MemoryQosStrategy(false).preflight(ground))
                .containsExactly("memory QoS       off: gate CgroupReconcile");
        assertThat(new MemoryQosStrategy(true).state(scene.snapshot(), new MemoryQosStrategy(true).initial()))
                .containsEntry("memoryQos", Map.of("values", 0L, "files", List.of(), "minBytes", 0L, "lowBytes", 0L));
    }
}

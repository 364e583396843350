package io.koordbridge.koordlet.measure.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupListsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final GroupLists lists =
            new GroupLists(new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files));

    private void container(String path) {
        files.put("/cg/kubepods/besteffort/" + path + "/cpu.weight", "1");
    }

    private List<String> tier(int depth, Instant at) {
        return lists.below(Knob.CPU_SHARES, "kubepods/besteffort", depth, at);
    }

    @Test
    void listsParentsBeforeTheirChildren() {
        container("poda/c1");
        container("poda/c2");
        container("podb/c3");

        assertThat(tier(1, NOW)).containsExactly("kubepods/besteffort/poda", "kubepods/besteffort/podb");
        assertThat(tier(2, NOW))
                .containsExactly(
                        "kubepods/besteffort/poda",
                        "kubepods/besteffort/poda/c1",
                        "kubepods/besteffort/poda/c2",
                        "kubepods/besteffort/podb",
                        "kubepods/besteffort/podb/c3");
        assertThat(lists.below(Knob.CPU_SHARES, "kubepods/burstable", 2, NOW)).isEmpty();
    }

    @Test
    void aListHoldsUntilThePodChangesOrItIsOld() {
        PodInfo known = pod("c1");
        PodInfo changed = pod("c2");
        container("podu1/c1");
        assertThat(groups(known, NOW)).containsExactly("kubepods/besteffort/podu1/c1");
        container("podu1/c2");

        assertThat(groups(known, NOW.plusSeconds(59))).hasSize(1);
        assertThat(groups(changed, NOW.plusSeconds(59))).hasSize(2).isSameAs(groups(changed, NOW.plusSeconds(100)));
        container("podu1/c3");
        assertThat(groups(changed, NOW.plusSeconds(59 + 120))).hasSize(3);
        container("podu1/c4");
        assertThat(groups(changed, NOW)).as("the clock went back").hasSize(4);
    }

    private static PodInfo pod(String container) {
        return PodInfos.of(
                new PodBuilder()
                        .withNewMetadata()
                        .withName("p")
                        .withUid("u1")
                        .endMetadata()
                        .withNewStatus()
                        .withQosClass("BestEffort")
                        .addNewContainerStatus()
                        .withName("main")
                        .withContainerID("containerd://" + container)
                        .endContainerStatus()
                        .endStatus()
                        .build(),
                problem -> {});
    }

    private List<String> groups(PodInfo pod, Instant at) {
        return lists.ofPod(Knob.CPU_SHARES, pod, at);
    }

    @Test
    void noMomentListsAllOfThemAnew() {
        IntStream.range(0, 100).forEach(i -> container("pod" + i + "/c"));
        tier(2, NOW);
        IntStream.range(0, 100).forEach(i -> container("pod" + i + "/d"));

        int before = tier(2, NOW.plusSeconds(59)).size();
        for (int second = 60; second <= 120; second++) {
            int after = tier(2, NOW.plusSeconds(second)).size();
            assertThat(after - before).isBetween(0, 10);
            before = after;
        }
        assertThat(before).isEqualTo(300);
    }
}

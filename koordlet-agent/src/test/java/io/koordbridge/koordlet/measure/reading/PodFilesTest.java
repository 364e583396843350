package io.koordbridge.koordlet.measure.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodFilesTest {
    private static final String GROUP = "kubepods/burstable/podu1";

    private final CgroupTree tree =
            new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, new FakeCgroupTree());

    private static PodInfo pod(String... ids) {
        PodBuilder pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace("d")
                .withName("web")
                .withUid("u1")
                .endMetadata()
                .withNewStatus()
                .withPhase("Running")
                .withQosClass("Burstable")
                .endStatus();
        for (String id : ids) {
            pod.editStatus()
                    .addNewContainerStatus()
                    .withName(id)
                    .withContainerID(id)
                    .endContainerStatus()
                    .endStatus();
        }
        return PodInfos.of(pod.build(), problem -> {});
    }

    private PodFiles files(PodInfo pod) {
        return new PodFiles(new CgroupReader(tree), tree.paths(), pod);
    }

    @Test
    void theGroupThatNoContainerHasIsTheSandbox() {
        PodFiles files = files(pod("containerd://a"));
        List<String> groups = List.of(GROUP + "/a", GROUP + "/s");

        assertThat(files.sandbox(groups))
                .hasValueSatisfying(one -> assertThat(one.group()).isEqualTo(GROUP + "/s"));
        assertThat(files.sandbox(groups).orElseThrow())
                .isSameAs(files.sandbox(groups).orElseThrow());
        assertThat(files.sandbox(List.of(GROUP + "/a", GROUP + "/s", GROUP + "/t")))
                .isEmpty();
        assertThat(files(pod()).sandbox(List.of(GROUP + "/s"))).isEmpty();
    }

    @Test
    void aContainerWithoutAKnownRuntimeHasNoFilesAndHidesTheSandbox() {
        PodFiles files = files(pod("containerd://a", "rkt://b"));

        assertThat(files.members().get(0).files())
                .hasValueSatisfying(one -> assertThat(one.group()).isEqualTo(GROUP + "/a"));
        assertThat(files.members().get(1).files()).isEmpty();
        assertThat(files.members().get(1).problem()).contains("rkt://b");
        assertThat(files.sandbox(List.of(GROUP + "/a", GROUP + "/s"))).isEmpty();
    }

    @Test
    void theyHoldUntilThePodOrTheNamesChange() {
        PodFiles files = files(pod("containerd://a"));

        assertThat(files.isOf(pod("containerd://a"), tree.paths())).isTrue();
        assertThat(files.isOf(pod("containerd://b"), tree.paths())).isFalse();
        var before = tree.paths();
        tree.follow(before.names());
        assertThat(files.isOf(pod("containerd://a"), tree.paths())).isFalse();
    }
}

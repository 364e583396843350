package io.koordbridge.koordlet.enforce.podgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupNames;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodGroupsTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String KUBEPODS = "/cg/kubelet.slice/kubelet-kubepods.slice/";

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.SYSTEMD, files);
    private final PodGroups groups = new PodGroups(tree);

    private static PodInfo pod(String uid, String state) {
        return pod(uid, state, "containerd://c");
    }

    private static PodInfo pod(String uid, String state, String containerId) {
        return PodInfos.of(Serialization.unmarshal("""
                        metadata: {name: %1$s, namespace: default, uid: %1$s}
                        spec: {containers: [{name: main}]}
                        status:
                          phase: Running
                          qosClass: BestEffort
                          containerStatuses: [{name: main, containerID: "%3$s", state: {%2$s: {}}}]
                        """.formatted(uid, state, containerId), Pod.class), problem -> {});
    }

    /** A node of kind, and an agent that does not know the root: it would limit an empty tier and call that enforcing. */
    @Test
    void runningPodsWithoutAnyGroupAreAProblemAfterAWhile() {
        files.put(KUBEPODS + "kubelet-kubepods-besteffort.slice/kubelet-kubepods-besteffort-podu1.slice/cpu.max", "");
        List<PodInfo> pods = List.of(pod("u1", "running"), pod("u2", "running"));

        groups.look(pods, START);
        assertThat(groups.problem()).isEmpty();

        groups.look(pods, START.plusSeconds(30));
        assertThat(groups.problem())
                .hasValue(
                        "2 running pods, and no control group of any of them in /cg/kubepods.slice: nothing is limited;"
                                + " set tier.cgroupRoot and tier.driver as the kubelet has them");

        tree.follow(new CgroupNames(CgroupDriver.SYSTEMD, "kubelet"));
        groups.look(pods, START.plusSeconds(40));
        assertThat(groups.problem()).isEmpty();
    }

    @Test
    void oneGroupIsEnough() {
        files.put("/cg/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-podu1.slice/cpu.max", "");
        List<PodInfo> pods = List.of(pod("u2", "running"), pod("u1", "running"));

        groups.look(pods, START);
        groups.look(pods, START.plusSeconds(60));

        assertThat(groups.problem()).isEmpty();
    }

    @Test
    void whatDoesNotRunNeedsNoGroup() {
        List<PodInfo> pods = List.of(pod("u1", "waiting"), pod("u2", "terminated"));

        groups.look(pods, START);
        groups.look(pods, START.plusSeconds(60));
        groups.look(List.of(), START.plusSeconds(120));

        assertThat(groups.problem()).isEmpty();
    }

    @Test
    void findsOutHowCrioNamesItsContainers() {
        tree.follow(CgroupNames.of(CgroupDriver.CGROUPFS));
        List<PodInfo> pods = List.of(pod("u1", "running", "cri-o://abc"));
        files.put("/cg/kubepods/besteffort/podu1/abc/cpu.max", "");
        groups.look(pods, START);
        assertThat(groups.crioPrefix()).isFalse();

        files.put("/cg/kubepods/besteffort/podu1/crio-abc/cpu.max", "");
        groups.look(pods, START);
        assertThat(groups.crioPrefix()).isTrue();

        groups.look(List.of(), START);
        assertThat(groups.crioPrefix()).as("until another answer").isTrue();
    }

    @Test
    void namesRuntimesWhoseGroupsAreNotKnown() {
        List<PodInfo> pods = List.of(
                pod("u1", "running", "podman://a"),
                pod("u2", "running", "podman://b"),
                pod("u3", "running", "iSulad://c"),
                pod("u4", "running", "cri-o://d"));

        assertThat(PodGroups.unknownRuntimes(pods))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("container runtime 'iSulad': want containerd, docker, cri-o or pouch");
    }
}

package io.koordbridge.koordlet.qos.cpuset;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.node.TopologyDocuments.CpuPool;
import io.koordbridge.api.slo.CgroupPath;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CpusetPlanTest {

    private static final CgroupPaths PATHS = new CgroupPaths(CgroupDriver.CGROUPFS);

    private static PodInfo pod(String annotation) {
        return PodInfos.of(
                new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("shop")
                        .withName("p")
                        .withUid("u1")
                        .addToLabels("koordinator.sh/qosClass", "LSR")
                        .addToAnnotations("scheduling.koordinator.sh/resource-status", annotation)
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .withNewResources()
                        .addToRequests("cpu", new Quantity("2"))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .withNewStatus()
                        .withQosClass("Guaranteed")
                        .addNewContainerStatus()
                        .withName("main")
                        .withContainerID("containerd://c1")
                        .endContainerStatus()
                        .endStatus()
                        .build(),
                problem -> {});
    }

    private static CpusetPlan.Made made(String annotation, Optional<CpusetRule> rule) {
        return made(annotation, rule, List.of());
    }

    private static CpusetPlan.Made made(String annotation, Optional<CpusetRule> rule, List<String> groups) {
        return new CpusetPlan.Made(
                List.of(pod(annotation)), List.of(groups), rule, List.of(), CgroupDriver.CGROUPFS, Optional.empty());
    }

    private static CpusetPlan plan(CpusetPlan.Made of) {
        return CpusetPlan.NONE.next(of, PATHS, false);
    }

    private static List<String> values(CpusetPlan plan) {
        return plan.levels().stream()
                .flatMap(List::stream)
                .map(intent -> intent.update().knob() + " " + intent.update().dir() + " "
                        + intent.update().value())
                .toList();
    }

    @Test
    void aPodWithCpusOfItsOwnHasNoQuota() {
        assertThat(values(plan(made("{\"cpuset\":\"2-3\"}", Optional.empty()))))
                .containsExactly(
                        "cpu.cfs_quota_us kubepods/podu1 -1",
                        "cpuset.cpus kubepods/podu1/c1 2-3",
                        "cpu.cfs_quota_us kubepods/podu1/c1 -1");
    }

    @Test
    void theSameNodeHasTheSamePlan() {
        CpusetPlan plan = plan(made("{\"cpuset\":\"2-3\"}", Optional.empty()));

        assertThat(plan.next(made("{\"cpuset\":\"2-3\"}", Optional.empty()), PATHS, false))
                .isSameAs(plan);
    }

    @Test
    void anotherPodOrApplicationMakesAnotherPlan() {
        CpusetPlan plan = plan(made("{\"cpuset\":\"2-3\"}", Optional.empty()));
        CpusetRule rule = CpusetRule.of(
                Map.of("node.koordinator.sh/cpu-shared-pools", "[{\"socket\":0,\"node\":0,\"cpuset\":\"4-7\"}]"));
        HostApplication application = new HostApplication("nginx", null, "LS", null, null);

        assertThat(rule.shared()).extracting(CpuPool::text).containsExactly("4-7");
        assertThat(values(plan.next(made("{\"cpuset\":\"3\"}", Optional.empty()), PATHS, false)))
                .contains("cpuset.cpus kubepods/podu1/c1 3");
        assertThat(values(plan.next(
                        new CpusetPlan.Made(
                                List.of(),
                                List.of(),
                                Optional.of(rule),
                                List.of(application),
                                CgroupDriver.CGROUPFS,
                                Optional.empty()),
                        PATHS,
                        false)))
                .containsExactly("cpuset.cpus host-latency-sensitive/nginx 4-7");
    }

    @Test
    void theSandboxHasTheCpusOfTheContainers() {
        String cpus = "{\"cpuset\":\"2-3\"}";
        List<String> groups = List.of("kubepods/podu1/c1", "kubepods/podu1/sandbox");

        assertThat(values(plan(made(cpus, Optional.empty(), groups))))
                .contains("cpuset.cpus kubepods/podu1/sandbox 2-3")
                .doesNotContain("cpu.cfs_quota_us kubepods/podu1/sandbox -1");
        assertThat(values(plan(made(cpus, Optional.empty(), List.of("kubepods/podu1/x", "kubepods/podu1/y")))))
                .as("either could be it")
                .noneMatch(value -> value.contains("/x") || value.contains("/y"));
        assertThat(values(plan(made("{}", Optional.empty(), groups)))).isEmpty();
    }

    @Test
    void anApplicationHasNoGroupOfTheKubelet() {
        CpusetRule rule = CpusetRule.of(
                Map.of("node.koordinator.sh/cpu-shared-pools", "[{\"socket\":0,\"node\":0,\"cpuset\":\"4-7\"}]"));
        HostApplication all = new HostApplication("all", null, "LS", new CgroupPath("Kubepods", null, null), null);
        CpusetPlan plan = plan(new CpusetPlan.Made(
                List.of(), List.of(), Optional.of(rule), List.of(all), CgroupDriver.CGROUPFS, Optional.empty()));

        assertThat(values(plan)).isEmpty();
        assertThat(plan.problems())
                .containsExactly("NodeSLO: hostApplications[all]: group 'kubepods' is not its own: want one below it;"
                        + " it keeps its CPUs");
    }
}

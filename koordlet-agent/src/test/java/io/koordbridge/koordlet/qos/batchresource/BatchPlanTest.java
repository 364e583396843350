package io.koordbridge.koordlet.qos.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchPlanTest {

    private static final CgroupPaths PATHS = new CgroupPaths(CgroupDriver.CGROUPFS);
    private static final BatchLimitRules.NodeRule ON_TIER =
            new BatchLimitRules.NodeRule(true, BatchLimitRules.NO_RATIO);

    private static PodInfo pod(String cpu, String containerId) {
        Map<String, Quantity> limits = Map.of("kubernetes.io/batch-cpu", new Quantity(cpu));
        return PodInfos.of(
                new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("shop")
                        .withName("p")
                        .withUid("u1")
                        .addToLabels("koordinator.sh/qosClass", "BE")
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .withNewResources()
                        .withLimits(limits)
                        .withRequests(limits)
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .withNewStatus()
                        .withQosClass("BestEffort")
                        .addNewContainerStatus()
                        .withName("main")
                        .withContainerID(containerId)
                        .endContainerStatus()
                        .endStatus()
                        .build(),
                problem -> {});
    }

    private static BatchPlan plan(PodInfo pod) {
        return BatchPlan.NONE.next(List.of(pod), BatchLimitRules.NodeRule.PLAIN, PATHS);
    }

    private static List<String> quotas(BatchPlan plan) {
        return plan.levels().stream()
                .flatMap(List::stream)
                .map(Intent::update)
                .filter(update -> update.knob().name().equals("cpu.cfs_quota_us"))
                .map(update -> update.dir() + " " + update.value())
                .toList();
    }

    @Test
    void limitsThePodThenItsContainers() {
        assertThat(quotas(plan(pod("500", "containerd://c1"))))
                .containsExactly("kubepods/besteffort/podu1 50000", "kubepods/besteffort/podu1/c1 50000");
    }

    @Test
    void theSameNodeHasTheSamePlan() {
        PodInfo pod = pod("500", "containerd://c1");
        BatchPlan plan = plan(pod);

        BatchPlan next = plan.next(
                List.of(pod("500", "containerd://c1")),
                BatchLimitRules.NodeRule.PLAIN,
                new CgroupPaths(CgroupDriver.CGROUPFS));

        assertThat(next).isSameAs(plan);
    }

    @Test
    void anotherPodRuleOrDriverMakesAnotherPlan() {
        PodInfo pod = pod("500", "containerd://c1");
        BatchPlan plan = plan(pod);

        assertThat(quotas(plan.next(List.of(pod("700", "containerd://c1")), BatchLimitRules.NodeRule.PLAIN, PATHS)))
                .contains("kubepods/besteffort/podu1 70000");
        assertThat(quotas(plan.next(List.of(pod), ON_TIER, PATHS))).contains("kubepods/besteffort/podu1 -1");
        assertThat(quotas(
                        plan.next(List.of(pod), BatchLimitRules.NodeRule.PLAIN, new CgroupPaths(CgroupDriver.SYSTEMD))))
                .contains("kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-podu1.slice 50000");
        assertThat(quotas(plan.next(List.of(), BatchLimitRules.NodeRule.PLAIN, PATHS)))
                .isEmpty();
    }

    @Test
    void aContainerOfAnUnknownRuntimeIsReportedAsLongAsItLasts() {
        BatchPlan plan = plan(pod("500", "rkt://c1"));

        assertThat(quotas(plan)).containsExactly("kubepods/besteffort/podu1 50000");
        assertThat(plan.problems()).singleElement().asString().startsWith("Pod/shop/p: container main: container id");
    }
}

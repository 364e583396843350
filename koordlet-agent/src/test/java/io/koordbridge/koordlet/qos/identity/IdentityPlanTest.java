package io.koordbridge.koordlet.qos.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cluster.override.OverrideKeys;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.protocol.KubeQos;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdentityPlanTest {

    private static final CgroupPaths PATHS = new CgroupPaths(CgroupDriver.CGROUPFS);
    private static final IdentityRule RULE = new IdentityRule(
            new IdentityRule.OfClass(true, 1), new IdentityRule.OfClass(true, 2), new IdentityRule.OfClass(true, -1));
    private static final IdentityFinding FILE = new IdentityFinding(true, false, Optional.empty());

    private final List<String> problems = new ArrayList<>();

    private PodInfo pod(String uid, String qos, String kubeQos, String annotation) {
        return PodInfos.of(
                new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("shop")
                        .withName(uid)
                        .withUid(uid)
                        .addToLabels("koordinator.sh/qosClass", qos)
                        .addToAnnotations("koordinator.sh/cpuQOS", annotation)
                        .endMetadata()
                        .withNewStatus()
                        .withPhase("Running")
                        .withQosClass(kubeQos)
                        .addNewContainerStatus()
                        .withName("main")
                        .withContainerID("containerd://c-" + uid)
                        .endContainerStatus()
                        .endStatus()
                        .build(),
                new OverrideKeys(List.of(IdentityWish.KEY)),
                problems::add);
    }

    private static IdentityPlan plan(List<PodInfo> pods, Map<KubeQos, List<String>> onDisk) {
        return IdentityPlan.NONE.next(made(RULE, pods, onDisk), PATHS);
    }

    private static IdentityPlan.Made made(IdentityRule rule, List<PodInfo> pods, Map<KubeQos, List<String>> onDisk) {
        return new IdentityPlan.Made(rule, pods, List.of(), onDisk, FILE, PATHS.names());
    }

    private static List<String> writes(IdentityPlan plan) {
        return plan.levels().stream()
                .flatMap(List::stream)
                .map(intent -> intent.update().dir() + " " + intent.update().value())
                .toList();
    }

    @Test
    void directoriesComeFirstThenPodsThenWhatIsOnDisk() {
        IdentityPlan plan = plan(
                List.of(pod("web", "LSR", "Guaranteed", "null")),
                Map.of(
                        KubeQos.GUARANTEED,
                        List.of(
                                "kubepods/burstable",
                                "kubepods/podweb",
                                "kubepods/podweb/c-web",
                                "kubepods/podweb/sandbox"),
                        KubeQos.BEST_EFFORT,
                        List.of(
                                "kubepods/besteffort/podx",
                                "kubepods/besteffort/podx/c",
                                "kubepods/besteffort/hadoop-yarn")));

        assertThat(writes(plan))
                .containsExactly(
                        "kubepods 0",
                        "kubepods/burstable 2",
                        "kubepods/besteffort -1",
                        "kubepods/podweb 1",
                        "kubepods/podweb/c-web 1",
                        "kubepods/podweb/sandbox 1",
                        "kubepods/besteffort/podx -1",
                        "kubepods/besteffort/podx/c -1");
        assertThat(plan.groups()).isEqualTo(8);
    }

    @Test
    void aPodWithABadAnnotationStaysAsItIsWithAllOfItsGroups() {
        IdentityPlan plan = plan(
                List.of(
                        pod("bad", "BE", "BestEffort", "{bad"),
                        pod("far", "LS", "Burstable", "{\"enable\":true,\"groupIdentity\":9}")),
                Map.of(KubeQos.BEST_EFFORT, List.of("kubepods/besteffort/podbad", "kubepods/besteffort/podbad/c")));

        assertThat(writes(plan)).containsExactly("kubepods 0", "kubepods/burstable 2", "kubepods/besteffort -1");
        assertThat(plan.problems())
                .containsExactly(
                        "Pod/shop/bad: annotation koordinator.sh/cpuQOS = '{bad': want JSON of enable and groupIdentity;"
                                + " its identity stays as it is",
                        "Pod/shop/far: annotation koordinator.sh/cpuQOS = '9': groupIdentity: want -1 to 2;"
                                + " its identity stays as it is");
    }

    @Test
    void aHugeAnnotationIsRefusedAndALongOneIsShownInPart() {
        PodInfo huge = pod("huge", "LS", "Burstable", "x".repeat(20_000));
        PodInfo longer = pod("long", "LS", "Burstable", "x".repeat(10_000));

        assertThat(problems).singleElement().asString().contains("20000 characters are not read");
        assertThat(plan(List.of(huge, longer), Map.of()).problems())
                .singleElement()
                .asString()
                .startsWith("Pod/shop/long")
                .hasSizeLessThan(300);
    }

    @Test
    void aPlanHoldsWhileNothingChanges() {
        List<PodInfo> pods = List.of(pod("web", "LS", "Burstable", "null"));
        IdentityPlan plan = plan(pods, Map.of());

        assertThat(plan.next(made(RULE, List.copyOf(pods), Map.of()), PATHS)).isSameAs(plan);
        IdentityRule other = new IdentityRule(RULE.lsr(), RULE.be(), RULE.be());
        assertThat(plan.next(made(other, pods, Map.of()), PATHS)).isNotSameAs(plan);
    }
}

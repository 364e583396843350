package io.koordbridge.koordlet.qos.suppress;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupVersion;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pods have a part of the CPUs of a node: of nothing else is chosen. */
class HalfOfTheCpusTest {

    private static final String BATCH = SuppressedNode.TIER + "/podbatch/c-batch";

    @TempDir
    private Path records;

    private SuppressedNode node(CgroupVersion version) {
        SuppressedNode node = new SuppressedNode(version, records);
        node.addPod("online", "Burstable", "LS", "");
        node.topology.put("node.koordinator.sh/cpu-shared-pools", "[{\"socket\":0,\"node\":0,\"cpuset\":\"0-5\"}]");
        node.givePods("4-7");
        return node;
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void theTierIsLimitedToSomeOfWhatPodsHave(CgroupVersion version) {
        SuppressedNode node = node(version);
        try (SuppressedNode.Life agent = node.start("cpuset")) {
            agent.tick(4);

            assertThat(node.effective(SuppressedNode.TIER)).isEqualTo("4-5");
            assertThat(node.effective(BATCH)).isEqualTo("4-5");
            assertThat(agent.runner.refused()).isEmpty();
            assertThat(agent.problems).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void theTierGetsAllOfThemBack(CgroupVersion version) {
        SuppressedNode node = node(version);
        try (SuppressedNode.Life agent = node.start("cpuset")) {
            agent.tick(4);
            agent.tick(0);
            agent.tick(0);
            assertThat(node.effective(BATCH))
                    .as("more than pods have is allowed")
                    .isEqualTo("4-7");
            agent.tick(4);
            agent.follow("cfsQuota");
            agent.tick(4);

            assertThat(node.effective(BATCH)).isEqualTo("4-7");
            assertThat(agent.runner.refused()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aPoolIsCutToThem(CgroupVersion version) {
        SuppressedNode node = node(version);
        try (SuppressedNode.Life agent = node.start("cpuset")) {
            agent.tick(1);

            assertThat(node.cpus("kubepods/burstable/podonline/c-online")).isEqualTo("4-5");
            assertThat(agent.runner.refused()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aPodWhoseCpusPodsDoNotHaveKeepsWhatItHas(CgroupVersion version) {
        SuppressedNode node = node(version);
        node.addPod(
                "own",
                "Guaranteed",
                "LSR",
                ", resources: {requests: {cpu: 2}, limits: {cpu: 2}}",
                "{scheduling.koordinator.sh/resource-status: '{\"cpuset\":\"0-1\"}'}");
        try (SuppressedNode.Life agent = node.start("cpuset")) {
            agent.tick(1);

            assertThat(node.effective("kubepods/podown/c-own")).isEqualTo("4-7");
            assertThat(agent.problems)
                    .singleElement()
                    .asString()
                    .isEqualTo(
                            "Pod/default/own: CPUs '0-1': pods of this node have '4-7' only; its containers keep theirs");
        }
    }

    @Test
    void withoutAnyCpuLeftTheTierKeepsItsOwnAndAnEventSaysSo() {
        SuppressedNode node = node(CgroupVersion.V2);
        node.topology.put("node.koordinator.sh/reservation", "{\"reservedCPUs\":\"4-7\"}");
        try (SuppressedNode.Life agent = node.start("cpuset")) {
            agent.tick(4);

            assertThat(node.effective(SuppressedNode.TIER)).isEqualTo("4-7");
            assertThat(agent.problems)
                    .anySatisfy(
                            problem -> assertThat(problem)
                                    .isEqualTo(
                                            "best-effort tier: none of the CPUs '4-7' that pods have is left for it, it keeps '4-7'"));
        }
    }
}

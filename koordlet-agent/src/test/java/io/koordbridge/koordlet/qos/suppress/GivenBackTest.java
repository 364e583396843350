package io.koordbridge.koordlet.qos.suppress;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Strategies, writer and record as one chain: afterwards the tree is as it was. */
class GivenBackTest {

    private static final String OWN = "{scheduling.koordinator.sh/resource-status: '{\"cpuset\":\"3\"}'}";

    @TempDir
    private Path records;

    private SuppressedNode node(CgroupVersion version) {
        SuppressedNode node = new SuppressedNode(version, records);
        node.addPod("own", "Guaranteed", "LSR", ", resources: {requests: {cpu: 1}, limits: {cpu: 1}}", OWN);
        node.addPod("online", "Burstable", "LS", "");
        node.addPod("beside", "Burstable", "BE", ", resources: {requests: {cpu: 1}}");
        node.topology.put("node.koordinator.sh/cpu-shared-pools", "[{\"socket\":0,\"node\":0,\"cpuset\":\"0-2\"}]");
        return node;
    }

    @ParameterizedTest
    @CsvSource({"V1, cpuset", "V2, cpuset", "V1, cfsQuota", "V2, cfsQuota"})
    void aStartWithTheFeatureOffAfterAKillGivesEverythingBack(CgroupVersion version, String policy) {
        SuppressedNode node = node(version);
        node.files.mark();
        try (SuppressedNode.Life killed = node.start(policy)) {
            killed.tick(4);
            killed.tick(4);
        }
        assertThat(node.files.changed()).isNotEmpty();

        try (SuppressedNode.Life agent = node.start(SuppressedNode.OFF)) {
            agent.tick(4);

            assertThat(node.files.changed()).isEmpty();
            assertThat(agent.undo.taken()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"V1, cpuset", "V2, cpuset", "V1, cfsQuota", "V2, cfsQuota"})
    void aReleaseAfterAKillGivesEverythingBack(CgroupVersion version, String policy) {
        SuppressedNode node = node(version);
        node.files.mark();
        try (SuppressedNode.Life killed = node.start(policy)) {
            killed.tick(4);
        }

        try (SuppressedNode.Life tool = node.start(SuppressedNode.OFF)) {
            tool.undo.release(tool.writer, owner -> true);

            assertThat(node.files.changed()).isEmpty();
            assertThat(tool.undo.taken()).isEmpty();
        }
    }

    @Test
    void aListOfAllPodsStaysAndTheTierInheritsItAgain() {
        SuppressedNode node = node(CgroupVersion.V2);
        node.givePods("0-7");
        try (SuppressedNode.Life killed = node.start("cpuset")) {
            killed.tick(4);
        }
        assertThat(node.cpus(SuppressedNode.TIER)).isEqualTo("0-1");

        try (SuppressedNode.Life agent = node.start(SuppressedNode.OFF)) {
            agent.tick(4);

            assertThat(node.cpus(SuppressedNode.TIER)).isEmpty();
            assertThat(node.effective(SuppressedNode.TIER)).isEqualTo("0-7");
        }
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aStartOnARightTreeWritesNothingAndHoldsNothing(CgroupVersion version) throws IOException {
        SuppressedNode node = new SuppressedNode(version, records);
        node.topology.put("node.koordinator.sh/cpu-shared-pools", "[{\"socket\":0,\"node\":0,\"cpuset\":\"0-7\"}]");
        node.addPod("online", "Burstable", "LS", "");
        node.addPod("beside", "Burstable", "BE", ", resources: {requests: {cpu: 1}}");
        node.addPod(
                "own",
                "Guaranteed",
                "LSR",
                ", resources: {requests: {cpu: 8}, limits: {cpu: 8}}",
                "{scheduling.koordinator.sh/resource-status: '{\"cpuset\":\"0-7\"}'}");
        node.addPod("limited", "BestEffort", "BE", ", resources: {requests: {kubernetes.io/batch-cpu: 2}}");
        for (String policy : new String[] {"cpuset", "cfsQuota"}) {
            try (SuppressedNode.Life before = node.start(policy)) {
                before.tick(-100);
                before.tick(-100);
            }
            node.files.takeWrites();
            Files.deleteIfExists(records.resolve("taken.json"));
            try (SuppressedNode.Life agent = node.start(policy)) {
                agent.tick(-100);

                assertThat(node.files.takeWrites()).as(policy).isEmpty();
                assertThat(agent.undo.taken()).as(policy).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void whereNothingIsToBeLimitedNothingIsWritten(CgroupVersion version) {
        SuppressedNode node = new SuppressedNode(version, records);
        node.topology.put("node.koordinator.sh/cpu-shared-pools", "[{\"socket\":0,\"node\":0,\"cpuset\":\"0-7\"}]");
        node.addPod("online", "Burstable", "LS", "");
        node.addPod("beside", "Burstable", "BE", ", resources: {requests: {cpu: 1}}");
        node.addPod("free", "BestEffort", "BE", ", resources: {requests: {kubernetes.io/batch-cpu: 2}}");
        node.files.takeWrites();
        try (SuppressedNode.Life agent = node.start("cpuset")) {
            agent.tick(-100);

            assertThat(node.files.takeWrites())
                    .allSatisfy(write -> assertThat(write.get(0)).matches(".*(cpu.shares|cpu.weight)"));
        }
    }
}

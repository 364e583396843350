package io.koordbridge.koordlet.qos.suppress;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupVersion;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Batch pods that Kubernetes puts beside the best-effort tier, because something gave them plain resources. */
class BesideTierTest {

    private static final String BATCH =
            "requests: {kubernetes.io/batch-cpu: 1000}, limits: {kubernetes.io/batch-cpu: 1000}";
    private static final String LIMIT_RANGE = ", resources: {requests: {cpu: 100m, kubernetes.io/batch-cpu: 1000},"
            + " limits: {cpu: 500m, kubernetes.io/batch-cpu: 1000}}";

    @TempDir
    private Path records;

    private SuppressedNode node(CgroupVersion version) {
        SuppressedNode node = new SuppressedNode(version, records);
        node.addPod("in", "BestEffort", "BE", ", resources: {" + BATCH + "}");
        return node;
    }

    private static String dir(String pod) {
        return "kubepods/burstable/pod" + pod;
    }

    private static long micros(SuppressedNode node, String dir) {
        String first = node.quota(dir).split(" ")[0];
        return first.equals("max") ? -1 : Long.parseLong(first);
    }

    private static void give(SuppressedNode node, String dir, long micros) {
        node.files.put(
                node.quotaFile(dir),
                node.tree.version() == CgroupVersion.V1 ? Long.toString(micros) : micros + " 100000");
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aShareOfTheAllowanceIsItsQuotaAndItsOwnWhereThatIsTighter(CgroupVersion version) {
        SuppressedNode node = node(version);
        node.addPod("beside", "Burstable", "BE", ", resources: {" + BATCH + "}");
        try (SuppressedNode.Life agent = node.start("cfsQuota")) {
            agent.tick(4.2);
            assertThat(micros(node, dir("beside"))).isEqualTo(50_000);
            assertThat(micros(node, SuppressedNode.TIER)).isEqualTo(50_000);

            for (int i = 0; i < 5; i++) {
                agent.tick(1.2);
            }
            assertThat(micros(node, SuppressedNode.TIER)).isEqualTo(200_000);
            assertThat(micros(node, dir("beside"))).isEqualTo(100_000);
            assertThat(micros(node, dir("beside") + "/c-beside")).isEqualTo(100_000);
        }
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aPodWithDefaultsOfALimitRangeIsSuppressedBelowThem(CgroupVersion version) {
        SuppressedNode node = node(version);
        node.addPod("ranged", "Burstable", "BE", LIMIT_RANGE);
        give(node, dir("ranged") + "/c-ranged", 50_000);
        give(node, dir("ranged"), 50_000);
        node.files.mark();
        try (SuppressedNode.Life agent = node.start("cfsQuota")) {
            agent.tick(4.6);
            assertThat(micros(node, dir("ranged"))).isEqualTo(30_000);

            for (int i = 0; i < 5; i++) {
                agent.tick(0);
            }
            assertThat(micros(node, dir("ranged"))).isEqualTo(50_000);
            assertThat(agent.problems)
                    .containsExactly(
                            "Pod/default/ranged: labelled BE, but Burstable for Kubernetes, so it is outside the"
                                    + " best-effort tier and is suppressed as a separate group");
            assertThat(agent.suppress.memory().beside()).hasSize(1);
        }
        assertGivenBack(node);
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aQuotaOfTheKubeletIsNeverExceededAndComesBack(CgroupVersion version) {
        SuppressedNode node = node(version);
        node.addPod("plain", "Burstable", "BE", ", resources: {requests: {cpu: 1}, limits: {cpu: 1}}");
        give(node, dir("plain") + "/c-plain", 20_000);
        give(node, dir("plain"), 60_000);
        node.files.mark();
        try (SuppressedNode.Life killed = node.start("cfsQuota")) {
            killed.tick(4.7);
            assertThat(micros(node, dir("plain"))).isBetween(20_000L, 30_000L);
        }
        try (SuppressedNode.Life agent = node.start("cfsQuota")) {
            for (int i = 0; i < 5; i++) {
                agent.tick(0);
            }
            assertThat(micros(node, dir("plain"))).isEqualTo(60_000);
            agent.tick(4.7);
            agent.follow("cpuset");
            agent.tick(4.7);
            assertThat(micros(node, dir("plain"))).as("by policy cpuset").isEqualTo(60_000);
        }
        assertGivenBack(node);
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void itHasTheCpusOfTheTierUnderPolicyCpuset(CgroupVersion version) {
        SuppressedNode node = node(version);
        node.addPod("beside", "Burstable", "BE", ", resources: {" + BATCH + "}");
        node.files.mark();
        try (SuppressedNode.Life agent = node.start("cpuset")) {
            agent.tick(4.2);
            assertThat(node.effective(SuppressedNode.TIER)).isEqualTo("0-1");
            assertThat(node.effective(dir("beside"))).isEqualTo("0-1");
            assertThat(node.effective(dir("beside") + "/c-beside")).isEqualTo("0-1");
            assertThat(micros(node, dir("beside"))).as("of its own").isEqualTo(100_000);

            agent.follow("cfsQuota");
            agent.tick(4.2);
            assertThat(node.effective(dir("beside") + "/c-beside")).isEqualTo("0-7");
        }
        assertGivenBack(node);
    }

    private static void assertGivenBack(SuppressedNode node) {
        try (SuppressedNode.Life off = node.start(SuppressedNode.OFF)) {
            off.tick(4);

            assertThat(node.files.changed()).isEmpty();
            assertThat(off.undo.taken()).isEmpty();
        }
    }
}

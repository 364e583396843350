package io.koordbridge.koordlet.qos.suppress;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupVersion;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Version 1 takes no quota of the tier below that of a group in it, such as a YARN container under strict-resource-usage. */
class RefusedQuotaTest {

    private static final String STRICT = SuppressedNode.TIER + "/hadoop-yarn/container_1";

    @TempDir
    private Path records;

    private SuppressedNode node(CgroupVersion version) {
        SuppressedNode node = new SuppressedNode(version, records);
        node.files.group(STRICT);
        node.files.put(node.quotaFile(STRICT), version == CgroupVersion.V1 ? "150000" : "150000 100000");
        return node;
    }

    @Test
    void cpusAreLimitedInsteadUntilTheQuotaIsTaken() {
        SuppressedNode node = node(CgroupVersion.V1);
        try (SuppressedNode.Life agent = node.start("cfsQuota")) {
            agent.tick(4.5);
            assertThat(node.quota(SuppressedNode.TIER)).isEqualTo("-1");
            for (int i = 0; i < 3; i++) {
                agent.tick(4.5);
                assertThat(node.effective(SuppressedNode.TIER)).isEqualTo("0-1");
                assertThat(node.effective(STRICT)).isEqualTo("0-1");
            }
            assertThat(agent.problems)
                    .containsExactly("best-effort tier: its quota of 70000 is refused, as below that of a group in it:"
                            + " its CPUs are limited instead until it is taken");
            assertThat(agent.runner.reasons()).containsEntry("cpu-suppress", "quota-refused");

            node.files.put(node.quotaFile(STRICT), "-1");
            agent.tick(4.5);
            assertThat(node.quota(SuppressedNode.TIER)).isEqualTo("70000");
            agent.tick(4.5);
            assertThat(node.effective(STRICT)).isEqualTo("0-7");
            assertThat(agent.runner.reasons()).containsEntry("cpu-suppress", "limit-by-quota");
        }
    }

    @Test
    void aTickThatDoesNotConcernTheTierChangesNothing() {
        SuppressedNode node = node(CgroupVersion.V1);
        try (SuppressedNode.Life agent = node.start("cfsQuota")) {
            agent.tick(4.5);
            agent.tick(4.5);
            agent.birth(4.5);
            agent.tick(4.5);

            assertThat(node.effective(SuppressedNode.TIER)).isEqualTo("0-1");
        }
    }

    @Test
    void version2TakesIt() {
        SuppressedNode node = node(CgroupVersion.V2);
        try (SuppressedNode.Life agent = node.start("cfsQuota")) {
            agent.tick(4.5);
            agent.tick(4.5);

            assertThat(node.quota(SuppressedNode.TIER)).isEqualTo("70000 100000");
            assertThat(node.effective(STRICT)).isEqualTo("0-7");
            assertThat(agent.problems).isEmpty();
        }
    }
}

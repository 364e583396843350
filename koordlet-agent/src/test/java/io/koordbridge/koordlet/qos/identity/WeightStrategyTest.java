package io.koordbridge.koordlet.qos.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.strategy.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WeightStrategyTest {

    private static final String ON = """
        {"lsClass": {"cpuQOS": {"enable": true}}, "beClass": {"cpuQOS": {"enable": true}}}
        """;
    private static final String APPLICATIONS = """
        [{"name": "backup", "qos": "BE"}, {"name": "nginx", "qos": "LS"}, {"name": "../x", "qos": "BE"},
         {"name": "yarn", "qos": "BE", "cgroupPath": {"base": "KubepodsBesteffort", "relativePath": "hadoop-yarn"}},
         {"name": "top", "qos": "BE", "cgroupPath": {"base": "CgroupRoot"}}]
        """;

    @TempDir
    private Path temp;

    private final WeightStrategy strategy = new WeightStrategy();

    private StrategyNode<Integer> weighted(CgroupVersion version) {
        StrategyNode<Integer> node = new StrategyNode<>(temp, strategy, version);
        String file = version == CgroupVersion.V1 ? "cpu.shares" : "cpu.weight";
        for (String group : List.of(
                "kubepods",
                "kubepods/besteffort",
                "kubepods/besteffort/hadoop-yarn",
                "kubepods/burstable",
                "host-best-effort",
                "host-best-effort/backup",
                "host-latency-sensitive/nginx")) {
            node.files.put(node.path(group, file), version == CgroupVersion.V1 ? "1024" : "100");
            node.files.put(node.path(group, "cpu.idle"), "0");
        }
        node.files.mark();
        return node;
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void aStockKernelGivesBestEffortWorkTheLeastWeight(CgroupVersion version) throws IOException {
        StrategyNode<Integer> node = weighted(version);
        Step<Integer> step = node.tick(ON, APPLICATIONS);

        String file = version == CgroupVersion.V1 ? "cpu.shares" : "cpu.weight";
        String least = version == CgroupVersion.V1 ? "2" : "1";
        assertThat(node.files.changed())
                .containsOnly(
                        Map.entry(node.path("kubepods/besteffort", file), least),
                        Map.entry(node.path("host-best-effort", file), least),
                        Map.entry(node.path("host-best-effort/backup", file), least));
        assertThat(step.reason()).isEqualTo("least-weight");
        assertThat(step.problems()).singleElement().asString().startsWith("NodeSLO: hostApplications[../x]: name");
        node.files.takeWrites();
        node.tick(ON, APPLICATIONS);
        assertThat(node.files.takeWrites()).isEmpty();
        assertThat(node.undo.release(node.writer, owner -> true)).isEqualTo(3);
        assertThat(node.files.changed()).isEmpty();
    }

    @Test
    void itIsAskedForByTheIdentityOfBestEffortWork() {
        assertThat(asked(ON)).isTrue();
        assertThat(asked("{\"lsClass\":{\"cpuQOS\":{\"enable\":true}}}")).isFalse();
        assertThat(asked("{\"beClass\":{\"cpuQOS\":{\"enable\":true,\"groupIdentity\":0}}}"))
                .isFalse();
        assertThat(WeightStrategy.isAsked(SloInForce.UNKNOWN))
                .as("what was taken stays")
                .isTrue();
    }

    private static boolean asked(String qosStrategy) {
        Instant now = Instant.EPOCH;
        return WeightStrategy.isAsked(
                SloInForce.UNKNOWN.next(Optional.of(StrategyNode.slo(qosStrategy, "[]")), true, true, false, now));
    }

    @Test
    void aKernelWithIdentitiesKeepsItsWeights() {
        StrategyNode<Integer> node = weighted(CgroupVersion.V2).bvt("kubepods", "0");

        assertThat(node.tick(ON, APPLICATIONS).reason()).isEqualTo("identities");
        assertThat(node.files.changed()).isEmpty();
    }

    @Test
    void anIdleTierOfAnotherAgentIsNamedAndNotWritten() {
        StrategyNode<Integer> node = weighted(CgroupVersion.V2);
        node.files.put("/cg/kubepods/besteffort/cpu.idle", "1");
        node.files.mark();

        assertThat(node.tick(ON, "[]").problems())
                .singleElement()
                .asString()
                .startsWith("cpu.idle of kubepods/besteffort = 1: want 0; another agent set it");
        assertThat(node.files.changed()).isEmpty();
    }
}

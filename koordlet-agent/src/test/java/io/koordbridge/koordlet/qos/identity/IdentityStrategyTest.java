package io.koordbridge.koordlet.qos.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.report.shown.Ground;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IdentityStrategyTest {

    private static final String ON = """
        {"lsClass": {"cpuQOS": {"enable": true}}, "beClass": {"cpuQOS": {"enable": true}}}
        """;
    private static final String APPLICATIONS = """
        [{"name": "backup", "qos": "BE"}, {"name": "nginx", "qos": "LS"}, {"name": "../x", "qos": "BE"},
         {"name": "yarn", "qos": "BE", "cgroupPath": {"base": "KubepodsBesteffort", "relativePath": "hadoop-yarn"}},
         {"name": "top", "qos": "BE", "cgroupPath": {"base": "CgroupRoot"}}]
        """;
    private static final String SYSCTL = "/proc/sys/kernel/sched_group_identity_enabled";

    @TempDir
    private Path temp;

    private final IdentityStrategy strategy = new IdentityStrategy();

    private StrategyNode<IdentityMemory> node(CgroupVersion version) {
        return new StrategyNode<>(temp, strategy, version);
    }

    @ParameterizedTest
    @EnumSource(CgroupVersion.class)
    void everyGroupOnDiskGetsItsIdentityAndBackWhatItHad(CgroupVersion version) throws IOException {
        StrategyNode<IdentityMemory> node = node(version);
        node.bvt("kubepods", "0").bvt("kubepods/burstable", "0").bvt("kubepods/besteffort", "0");
        node.bvt("kubepods/podg", "0").bvt("kubepods/burstable/podu", "1").bvt("kubepods/burstable/podu/c", "0");
        node.bvt("kubepods/besteffort/podb/c", "2").bvt("kubepods/besteffort/hadoop-yarn", "0");
        node.bvt("kubepods/system", "0").bvt("host-best-effort/backup", "0");
        node.files.put(SYSCTL, "0");
        node.files.put("/proc/sys/kernel/sched_core", "1");
        node.files.mark();

        assertThat(node.tick(ON, APPLICATIONS).reason()).isEqualTo("identity");

        assertThat(node.files.takeWrites().stream().map(write -> write.get(0)).limit(2))
                .containsExactly("/proc/sys/kernel/sched_core", SYSCTL);
        assertThat(node.bvt("kubepods/burstable/podu/c")).isEqualTo("2");
        assertThat(node.bvt("kubepods/besteffort/podb/c")).isEqualTo("-1");
        assertThat(node.bvt("kubepods/besteffort/hadoop-yarn")).isEqualTo("-1");
        assertThat(node.bvt("host-best-effort/backup")).isEqualTo("-1");
        assertThat(node.bvt("kubepods/system")).isEqualTo("0");
        assertThat(node.bvt("kubepods/podg"))
                .as("as its directory, by the reference")
                .isEqualTo("0");
        node.tick(ON, APPLICATIONS);
        assertThat(node.files.takeWrites()).isEmpty();
        node.undo.release(node.writer, owner -> true);
        assertThat(node.files.changed()).isEmpty();
    }

    @Test
    void nothingIsResetWhereIdentitiesWereNeverOn() {
        StrategyNode<IdentityMemory> node = node(CgroupVersion.V1).bvt("kubepods", "2");
        node.files.put(SYSCTL, "0");
        node.files.mark();

        assertThat(node.tick("{}", APPLICATIONS).reason()).isEqualTo("off");
        assertThat(node.files.changed()).isEmpty();
    }

    @Test
    void aClassThatIsSwitchedOffLosesItsIdentity() throws IOException {
        StrategyNode<IdentityMemory> node =
                node(CgroupVersion.V2).bvt("kubepods", "0").bvt("kubepods/besteffort", "0");
        node.tick(ON, "[]");
        assertThat(node.bvt("kubepods/besteffort")).isEqualTo("-1");

        assertThat(node.tick("{}", "[]").reason()).isEqualTo("no-class-enabled");
        assertThat(node.bvt("kubepods/besteffort")).isEqualTo("0");
    }

    @Test
    void preflightSaysWhatTheKernelHas() {
        StrategyNode<IdentityMemory> node = node(CgroupVersion.V2);

        assertThat(strategy.preflight(new Ground(node.tree, 4, Path.of("/sys"))))
                .singleElement()
                .asString()
                .contains("not supported here: no cpu.bvt_warp_ns");
        node.bvt("kubepods", "0");
        assertThat(strategy.preflight(new Ground(node.tree, 4, Path.of("/sys"))))
                .containsExactly("group identity   works");
    }
}

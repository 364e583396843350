package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KoordletMainTest {

    @TempDir
    private Path temp;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return runIn(Map.of(), args);
    }

    private int runIn(Map<String, String> environment, String... args) {
        return new KoordletMain(new PrintWriter(out), new PrintWriter(err), environment).execute(args);
    }

    @Test
    void aLevelOfTheLogThatIsNoneIsRefused() {
        assertThat(runIn(Map.of("KOORDLET_LOG_LEVEL", "LOUD"), "--node-name=worker", "--api-server=http://127.0.0.1:9"))
                .isEqualTo(2);

        assertThat(err)
                .hasToString(
                        "koordlet: KOORDLET_LOG_LEVEL = 'LOUD': want one of ALL, TRACE, DEBUG, INFO, WARN, ERROR, OFF"
                                + System.lineSeparator());
    }

    @Test
    void anAgentBesideAnotherOneEndsInWordsBeforeItTouchesAnything() throws IOException {
        try (SimulatedMachine machine = new SimulatedMachine(temp.resolve("machine"));
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path config = Files.writeString(temp.resolve("koordlet.yaml"), """
                    audit: {directory: %1$s/audit}
                    yarn: {socketDirectory: %1$s/yarn}
                    tier: {driver: cgroupfs}
                    admin: {bind: 127.0.0.1, port: %2$d}
                    """.formatted(temp, taken.getLocalPort()));

            List<Path> before = groups(machine);

            int exitCode = run(
                    "--config=" + config,
                    "--node-name=worker",
                    "--api-server=http://127.0.0.1:9",
                    "--cgroup-root=" + machine.cgroups(),
                    "--proc-root=" + machine.proc(),
                    "--sys-root=" + machine.sys());

            assertThat(exitCode).isEqualTo(1);
            assertThat(err)
                    .hasToString("koordlet: cannot listen on 127.0.0.1:" + taken.getLocalPort()
                            + ": Address already in use" + System.lineSeparator());
            assertThat(groups(machine)).isEqualTo(before);
        }
    }

    @Test
    void explainsEachFlagWhateverElseIsSaid() {
        assertThat(run("--no-such-flag", "--help")).isZero();

        // Lines are as long as the terminal is wide.
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains("usage: koordlet")
                .contains("Measures this node, reports it, and enforces quality of service")
                .contains("--config FILE", "--node-name NAME", "--kubeconfig FILE", "--api-server URL")
                .contains("--cgroup-root DIR", "--proc-root DIR", "--sys-root DIR", "--admin-port PORT")
                .contains("--observe-only", "--remove-tier-on-exit", "--preflight", "-h, --help", "-V, --version")
                .contains("default: 9316; 0 takes a free one", "measure and report, write no control group");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void saysWhichProcessAndVersionItIs() {
        assertThat(run("-V")).isZero();

        assertThat(out.toString()).startsWith("koordlet ").hasLineCount(1);
    }

    @Test
    void namesAFlagThatItDoesNotKnow() {
        assertThat(run("--preflight", "--cgroup-rot", "/cgroup")).isEqualTo(2);

        assertThat(err.toString()).contains("koordlet: error", "--cgroup-rot");
    }

    @Test
    void namesAPortThatIsNone() {
        assertThat(run("--preflight", "--admin-port", "some")).isEqualTo(2);

        assertThat(err.toString()).contains("--admin-port", "'some'");
    }

    @Test
    void namesAFileThatCannotBeRead() {
        assertThat(run("--config", "no-such-file.yaml")).isEqualTo(2);

        assertThat(err.toString()).startsWith("koordlet: configuration file no-such-file.yaml cannot be read");
    }

    @Test
    void reportsThatAMachineWithoutCgroupsOnlyObserves() {
        assertThat(run("--preflight", "--cgroup-root", temp.resolve("none").toString()))
                .isEqualTo(1);

        assertThat(out.toString())
                .contains("cgroup root      " + temp.resolve("none"), "mode             observe-only")
                .contains("because cgroup root " + temp.resolve("none") + " is not a directory");
    }

    @Test
    void saysThatNothingWouldBeMeasuredWhereProcIsSomewhereElse() throws IOException {
        try (SimulatedMachine machine = new SimulatedMachine(temp.resolve("machine"))) {
            assertThat(run(
                            "--preflight",
                            "--cgroup-root=" + machine.cgroups(),
                            "--proc-root=" + temp.resolve("none"),
                            "--sys-root=" + temp.resolve("none")))
                    .isEqualTo(1);

            assertThat(out.toString())
                    .contains("usage            cannot be read, nothing would be measured: " + temp.resolve("none/stat")
                            + ": no such file")
                    .contains("BECPUSuppress            not supported here: no processor can be read in "
                            + temp.resolve("none"))
                    .contains("BatchResource            works\n", "MemoryEvict              off\n")
                    .contains("OOMScoreAdj              not implemented\n");
        }
    }

    @Test
    void observesOnlyWhereVersion2HasNoControllers() throws IOException {
        Path root = Files.createDirectories(temp.resolve("unified"));
        Files.writeString(root.resolve("cgroup.subtree_control"), "");
        Files.writeString(root.resolve("cgroup.controllers"), "pids");

        assertThat(run("--preflight", "--cgroup-root", root.toString())).isEqualTo(1);

        assertThat(out.toString())
                .contains("cgroup version   V2", "mode             observe-only")
                .contains("because controller cpu is not in " + root.resolve("cgroup.controllers"));
    }

    /** A node of kind: all groups of the kubelet are in one more, and the kubelet's directory says which pods run. */
    @Test
    void followsAKubeletWithARootOfItsGroups() throws IOException {
        Path root = unified("kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-besteffort.slice");
        Files.createDirectories(temp.resolve("kubelet/pods/u-1"));
        Path kubelet =
                Files.writeString(temp.resolve("kubelet/config.yaml"), "cgroupDriver: systemd\ncgroupRoot: /kubelet\n");
        Path config = Files.writeString(temp.resolve("koordlet.yaml"), """
                tier: {kubeletConfig: %s}
                kubernetes: {kubelet: {directory: %s}}
                """.formatted(kubelet, kubelet.getParent()));

        assertThat(run("--preflight", "--config=" + config, "--cgroup-root=" + root))
                .isEqualTo(1);
        assertThat(out.toString())
                .contains("kubelet's root   /kubelet")
                .contains(
                        "best-effort tier kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-besteffort.slice (exists)")
                .contains("mode             not enforcing", "1 pods in " + temp.resolve("kubelet/pods"));

        Files.createDirectories(root.resolve("kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-podu_1.slice"));
        out.getBuffer().setLength(0);
        int unused = run("--preflight", "--config=" + config, "--cgroup-root=" + root);
        assertThat(out.toString()).contains("mode             enforcing");
    }

    private Path unified(String dir) throws IOException {
        Path root = Files.createDirectories(temp.resolve("unified"));
        Files.writeString(root.resolve("cgroup.subtree_control"), "cpu memory");
        Files.writeString(root.resolve("cgroup.controllers"), "cpu memory");
        Files.createDirectories(root.resolve(dir));
        return root;
    }

    private static List<Path> groups(SimulatedMachine machine) throws IOException {
        try (Stream<Path> all = Files.walk(machine.cgroups())) {
            return all.filter(Files::isDirectory).sorted().toList();
        }
    }
}

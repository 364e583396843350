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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class KoordletMainTest {

    @TempDir
    private Path temp;

    @Test
    void anAgentBesideAnotherOneEndsInWordsBeforeItTouchesAnything() throws IOException {
        StringWriter told = new StringWriter();
        try (SimulatedMachine machine = new SimulatedMachine(temp.resolve("machine"));
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path config = Files.writeString(temp.resolve("koordlet.yaml"), """
                    audit: {directory: %1$s/audit}
                    yarn: {socketDirectory: %1$s/yarn}
                    tier: {driver: cgroupfs}
                    admin: {bind: 127.0.0.1, port: %2$d}
                    """.formatted(temp, taken.getLocalPort()));

            List<Path> before = groups(machine);

            int exitCode = new CommandLine(new KoordletMain())
                    .setErr(new PrintWriter(told, true))
                    .execute(
                            "--config=" + config,
                            "--node-name=worker",
                            "--api-server=http://127.0.0.1:9",
                            "--cgroup-root=" + machine.cgroups(),
                            "--proc-root=" + machine.proc(),
                            "--sys-root=" + machine.sys());

            assertThat(exitCode).isEqualTo(CommandLine.ExitCode.SOFTWARE);
            assertThat(told)
                    .hasToString("koordlet: cannot listen on 127.0.0.1:" + taken.getLocalPort()
                            + ": Address already in use" + System.lineSeparator());
            assertThat(groups(machine)).isEqualTo(before);
        }
    }

    private static List<Path> groups(SimulatedMachine machine) throws IOException {
        try (Stream<Path> all = Files.walk(machine.cgroups())) {
            return all.filter(Files::isDirectory).sorted().toList();
        }
    }
}

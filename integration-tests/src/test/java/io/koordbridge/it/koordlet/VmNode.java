package io.koordbridge.it.koordlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A kubelet with containerd on a kernel with control groups version 2, in a guest that executes commands. */
final class VmNode implements AutoCloseable {
    /** In the guest: of the administrator, with the address under which the guest reaches the API server. */
    static final String KUBECONFIG = "/run/koord-lab/kubeconfig";

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int LOG_LINES = 60;
    private final Path shared;
    private final ChildProcess process;
    private int number;

    private VmNode(Path shared, ChildProcess process) {
        this.shared = shared;
        this.process = process;
    }

    /**
     * Boots and returns when the node is ready.
     *
     * @param kubeconfig of an API server on this machine's loopback
     */
    static VmNode start(Path directory, Path kubeconfig, String name) throws IOException {
        Path root = ProjectLayout.find().root();
        Path shared = Files.createDirectories(directory.resolve("shared"));
        List<String> line = List.of(
                root.resolve("bin/lab").toString(),
                "vm",
                "--node",
                kubeconfig.toString(),
                "--node-name",
                name,
                "--timeout",
                "3000",
                "--out",
                shared.toString(),
                "--",
                root.resolve("lab/vm-shell.sh").toString(),
                shared.toString());
        VmNode node =
                new VmNode(shared, ChildProcess.start("vm", line, Map.of(), directory, directory.resolve("vm.log")));
        try {
            node.until("the node in the guest", shared.resolve("ready"));
        } catch (RuntimeException | AssertionError failed) {
            node.close();
            throw failed;
        }
        return node;
    }

    /** Output of a command of Bash that succeeds. */
    String run(String command) throws IOException {
        number++;
        Path part = Files.writeString(shared.resolve(number + ".command.part"), command + "\n");
        Files.move(part, shared.resolve(number + ".command"), StandardCopyOption.ATOMIC_MOVE);
        Path code = shared.resolve(number + ".code");
        until(command, code);
        String output = Files.readString(shared.resolve(number + ".output"), StandardCharsets.UTF_8);
        assertThat(Files.readString(code).strip()).as("%s%n%s", command, output).isEqualTo("0");
        return output;
    }

    private void until(String what, Path exists) {
        await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> {
            assertThat(process.isAlive()).as(log()).isTrue();
            return Files.exists(exists);
        });
    }

    /** The end of what the guest printed. */
    String log() {
        return process.logTail(LOG_LINES);
    }

    @Override
    public void close() {
        process.close();
    }
}

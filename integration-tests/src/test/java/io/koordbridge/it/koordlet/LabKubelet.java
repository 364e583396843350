package io.koordbridge.it.koordlet;

import static org.awaitility.Awaitility.await;

import io.koordbridge.testkit.await.PatientAwaits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** The kubelet of a lab, to be killed and started again. */
final class LabKubelet implements AutoCloseable {
    private final Path cluster;
    private final Path log;
    private final List<String> command = new ArrayList<>();
    private final List<Process> started = new ArrayList<>();

    /**
     * One that runs.
     *
     * @param cluster directory of the lab
     * @param log of the next ones
     */
    LabKubelet(Path cluster, Path log) {
        this.cluster = cluster;
        this.log = log;
    }

    /** SIGKILL, and the same command in the same namespaces; also of one that ended by itself after an earlier restart. */
    Process restart() throws IOException, InterruptedException, ExecutionException {
        if (started.isEmpty()) {
            ProcessHandle running = process("kubelet");
            command.addAll(List.of(
                    "nsenter", "--target", Long.toString(process("containerd").pid()), "--net", "--mount", "--"));
            command.addAll(arguments(running));
            running.destroyForcibly();
            running.onExit().get();
        } else {
            started.get(started.size() - 1).destroyForcibly().waitFor();
        }
        Process kubelet = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        started.add(kubelet);
        await("the kubelet").atMost(PatientAwaits.PATIENCE).until(() -> Files.size(log) > 0);
        return kubelet;
    }

    private ProcessHandle process(String name) {
        return ProcessHandle.allProcesses()
                .filter(process -> {
                    List<String> line = arguments(process);
                    return !line.isEmpty()
                            && Path.of(line.get(0)).endsWith(name)
                            && String.join(" ", line).contains(cluster.toString());
                })
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + name + " of " + cluster));
    }

    private static List<String> arguments(ProcessHandle process) {
        try {
            return List.of(Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
                    .split("\0"));
        } catch (IOException gone) {
            return List.of();
        }
    }

    @Override
    public void close() throws InterruptedException {
        for (Process kubelet : started) {
            kubelet.destroyForcibly().waitFor();
        }
    }
}

package io.koordbridge.bench.planerror;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A control plane and a node with kubelet and containerd, by {@code bin/lab up --node}, on control groups of version 1. */
final class LabNode implements AutoCloseable {

    static final String NAME = "lab-node";
    /** Group above all work of the node. */
    static final String ALL = "";
    /** Group of the agent, beside the pods. */
    static final String OURS = "ours";

    private static final List<String> HIERARCHIES = List.of("cpu", "cpuacct", "memory", "cpuset", "blkio");
    private static final Path KERNEL = Path.of("/sys/fs/cgroup");
    private static final Duration PATIENCE = Duration.ofMinutes(20);
    /** Beside it the rest of the machine is little, so that the node has the CPU that it uses. */
    private static final int SHARES_OF_ALL = 20_480;

    private final Path lab;
    private final Path groups;
    private final List<Long> processes = new ArrayList<>();
    private final KubernetesClient client;

    /**
     * Starts it; what is missing is built before.
     *
     * @param directory for files and logs, which is there
     * @throws IllegalStateException with the output of {@code bin/lab} when there can be no node on this machine
     */
    LabNode(Path directory) throws IOException {
        lab = directory.resolve("lab");
        command("up", "--node");
        try {
            JsonNode state =
                    new ObjectMapper().readTree(lab.resolve("state.json").toFile());
            String top = state.at("/node/cgroupRoot").asText().substring(1);
            groups = Files.createDirectory(directory.resolve("groups"));
            for (String hierarchy : HIERARCHIES) {
                Files.createSymbolicLink(
                        groups.resolve(hierarchy), KERNEL.resolve(hierarchy).resolve(top));
            }
            Files.writeString(groups.resolve("cpu/cpu.shares"), Integer.toString(SHARES_OF_ALL));
            make(OURS);
            for (JsonNode pid : state.path("processes")) {
                processes.add(pid.asLong());
            }
            client = new KubernetesClientBuilder()
                    .withConfig(Config.fromKubeconfig(Files.readString(kubeconfig())))
                    .build();
        } catch (IOException | RuntimeException e) {
            command("down");
            throw e;
        }
    }

    private void command(String... arguments) {
        ProcessBuilder builder = new ProcessBuilder(
                ProjectLayout.find().root().resolve("bin/lab").toString());
        builder.command().addAll(List.of(arguments));
        builder.command().addAll(List.of("--dir", lab.toString()));
        try {
            Path output = Files.createTempFile("plan-error", ".out");
            Process process = builder.redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = process.waitFor(PATIENCE.toMinutes(), TimeUnit.MINUTES);
            process.destroyForcibly();
            if (!ended || process.exitValue() != 0) {
                throw new IllegalStateException(builder.command() + ": " + Files.readString(output));
            }
            Files.delete(output);
        } catch (IOException e) {
            throw new IllegalStateException("running " + builder.command(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    Path kubeconfig() {
        return lab.resolve("kubeconfig");
    }

    KubernetesClient client() {
        return client;
    }

    /** Looks like {@code /sys/fs/cgroup} of a node whose pods are in {@code /kubepods}. */
    Path groups() {
        return groups;
    }

    /** Processes of control plane, kubelet and runtime. */
    List<Long> processes() {
        return List.copyOf(processes);
    }

    private void make(String group) throws IOException {
        for (String hierarchy : HIERARCHIES) {
            Path made = Files.createDirectory(groups.resolve(hierarchy).resolve(group));
            for (String file : List.of("cpuset.cpus", "cpuset.mems")) {
                if (Files.exists(made.resolve(file))) {
                    Files.writeString(
                            made.resolve(file),
                            Files.readString(made.resolveSibling(file)).strip());
                }
            }
        }
    }

    /** Moves a process with all its threads. */
    void place(long pid, String group) throws IOException {
        for (String hierarchy : HIERARCHIES) {
            Files.writeString(groups.resolve(hierarchy).resolve(group).resolve("cgroup.procs"), Long.toString(pid));
        }
    }

    /** CPU that a group has used so far, with all below it. */
    long cpuNanos(String group) throws IOException {
        return Long.parseLong(
                Files.readString(groups.resolve("cpuacct").resolve(group).resolve("cpuacct.usage"))
                        .strip());
    }

    @Override
    public void close() {
        client.close();
        // The lab is taken down after a signal as well.
        boolean interrupted = Thread.interrupted();
        command("down");
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

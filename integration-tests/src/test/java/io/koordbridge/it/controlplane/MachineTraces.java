package io.koordbridge.it.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a lab with a node leaves on the machine outside its directory: processes, mounts, cgroups and the network interface with its
 * routes. Only its own, as other labs may run.
 *
 * @param directory the directory of the lab
 * @param cgroupRoot the cgroup above its pods, such as {@code /koord-lab-0}
 * @param networkInterface the interface to the node
 */
record MachineTraces(Path directory, String cgroupRoot, String networkInterface) {
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");

    static MachineTraces of(Path directory, JsonNode node) {
        return new MachineTraces(
                directory,
                node.get("cgroupRoot").asText(),
                node.get("interface").asText());
    }

    /** One line for each trace that is there now. */
    List<String> found() throws IOException {
        List<String> traces = new ArrayList<>();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            processes
                    .filter(process -> process.getFileName().toString().matches("[0-9]+"))
                    .filter(this::belongs)
                    .forEach(process -> traces.add("process " + process));
        }
        cgroups().forEach(cgroup -> traces.add("cgroup " + cgroup));
        if (Files.exists(Path.of("/sys/class/net", networkInterface))) {
            traces.add("interface " + networkInterface);
        }
        if (readable(Path.of("/proc/self/mountinfo")).contains(directory.toString())) {
            traces.add("mount below " + directory);
        }
        return traces;
    }

    /** The lab's own cgroups, one in each hierarchy. */
    List<Path> cgroups() throws IOException {
        List<Path> tops = new ArrayList<>(List.of(CGROUPS));
        try (Stream<Path> hierarchies = Files.list(CGROUPS)) {
            hierarchies.filter(path -> !Files.isSymbolicLink(path)).forEach(tops::add);
        }
        return tops.stream()
                .map(top -> top.resolve(cgroupRoot.substring(1)))
                .filter(Files::isDirectory)
                .toList();
    }

    /** Started with its directory among the arguments, seeing its mounts, or in its cgroups. */
    private boolean belongs(Path process) {
        return readable(process.resolve("cmdline")).contains(directory.toString())
                || readable(process.resolve("mountinfo")).contains(directory + "/node-")
                || readable(process.resolve("cgroup")).contains(":" + cgroupRoot + "/");
    }

    /** Nothing of a process that has ended in between. */
    private static String readable(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException | UncheckedIOException gone) {
            return "";
        }
    }
}

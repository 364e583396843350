package io.koordbridge.koordlet.topology;

import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.protocol.CpuSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logical CPUs of the machine from /sys; specification section 7, CPU info, without lscpu. One thread. */
public final class Processors {

    private static final Logger LOG = LoggerFactory.getLogger(Processors.class);
    private static final Pattern CPU = Pattern.compile("cpu(\\d{1,5})");
    private static final Pattern NODE = Pattern.compile("node(\\d{1,5})");

    private final CgroupFiles files;
    private final Path root;
    private String knownOnline = "";
    private List<Processor> known = List.of();

    public Processors(CgroupFiles files, Path sysRoot) {
        this.files = files;
        this.root = sysRoot.resolve("devices/system/cpu");
    }

    /** Numbers of the CPUs that run, as the kernel lists them; empty where it does not. */
    public String online() {
        try {
            return files.read(root.resolve("online")).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * All logical CPUs that run, sorted by node, socket, core and number; empty when /sys cannot be read. While the same ones run, that is one
     * file.
     */
    public List<Processor> read() {
        String online = online();
        if (!online.isEmpty() && online.equals(knownOnline)) {
            return known;
        }
        List<Processor> found = listed();
        Optional<CpuSet> running = parsed(online);
        running.ifPresent(cpus -> found.removeIf(one -> !cpus.contains(one.cpu())));
        boolean whole = running.filter(cpus -> cpus.size() == found.size()).isPresent();
        knownOnline = whole ? online : "";
        known = List.copyOf(found);
        return known;
    }

    private static Optional<CpuSet> parsed(String online) {
        try {
            return online.isEmpty() ? Optional.empty() : Optional.of(CpuSet.parse(online));
        } catch (IllegalArgumentException e) {
            LOG.debug("CPUs that run are not known", e);
            return Optional.empty();
        }
    }

    /** One that is offline may or may not have a topology. */
    private List<Processor> listed() {
        List<Processor> found = new ArrayList<>();
        for (String name : files.directories(root)) {
            Matcher cpu = CPU.matcher(name);
            if (cpu.matches()) {
                try {
                    found.add(processor(Integer.parseInt(cpu.group(1)), root.resolve(name)));
                } catch (IOException | NumberFormatException e) {
                    LOG.trace("no topology, so offline cpu={}", name);
                }
            }
        }
        found.sort(Comparator.comparingInt(Processor::numaNode)
                .thenComparingInt(Processor::socket)
                .thenComparingInt(Processor::core)
                .thenComparingInt(Processor::cpu));
        return found;
    }

    private Processor processor(int cpu, Path directory) throws IOException {
        int core = number(directory.resolve("topology/core_id"));
        int socket = number(directory.resolve("topology/physical_package_id"));
        int numaNode = 0;
        for (String child : files.directories(directory)) {
            Matcher node = NODE.matcher(child);
            if (node.matches()) {
                numaNode = Integer.parseInt(node.group(1));
            }
        }
        return new Processor(cpu, core, Math.max(0, socket), numaNode);
    }

    private int number(Path file) throws IOException {
        return Integer.parseInt(files.read(file).strip());
    }
}

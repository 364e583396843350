package io.koordbridge.koordlet.topology;

import io.koordbridge.koordlet.cgroup.CgroupFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logical CPUs of the machine from /sys; specification section 7, CPU info, without lscpu. */
public final class Processors {

    private static final Logger LOG = LoggerFactory.getLogger(Processors.class);
    private static final Pattern CPU = Pattern.compile("cpu(\\d{1,5})");
    private static final Pattern NODE = Pattern.compile("node(\\d{1,5})");

    private final CgroupFiles files;
    private final Path root;

    public Processors(CgroupFiles files, Path sysRoot) {
        this.files = files;
        this.root = sysRoot.resolve("devices/system/cpu");
    }

    /** All logical CPUs, sorted by node, socket, core and number; empty when /sys cannot be read. */
    public List<Processor> read() {
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

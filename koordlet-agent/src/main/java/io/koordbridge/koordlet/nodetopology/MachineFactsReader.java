package io.koordbridge.koordlet.nodetopology;

import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.koordlet.topology.Processors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads /sys and /proc. A file that is not there stands for what this machine does not have. */
public final class MachineFactsReader {

    private static final Pattern NUMA = Pattern.compile("node(\\d{1,5})");
    private static final long KIB = 1024;

    private final CgroupFiles files;
    private final Processors processors;
    private final Path sys;
    private final Path proc;
    private final boolean countsHugePages;

    /**
     * A reader.
     *
     * @param countsHugePages whether memory in huge pages is shown beside ordinary memory
     */
    public MachineFactsReader(CgroupFiles files, Path sysRoot, Path procRoot, boolean countsHugePages) {
        this.files = files;
        this.processors = new Processors(files, sysRoot);
        this.sys = sysRoot;
        this.proc = procRoot;
        this.countsHugePages = countsHugePages;
    }

    /** Numbers of the CPUs that run; empty where the kernel does not list them. */
    public String online() {
        return processors.online();
    }

    /** What the machine has now. */
    public MachineFacts read() {
        return new MachineFacts(processors.read(), cpu(), memory());
    }

    private MachineFacts.CpuModel cpu() {
        String cpuinfo = text(proc.resolve("cpuinfo"));
        return new MachineFacts.CpuModel(
                field(cpuinfo, "model name"),
                field(cpuinfo, "vendor_id"),
                text(sys.resolve("devices/system/cpu/smt/active")).equals("1"),
                text(sys.resolve("devices/system/cpu/intel_pstate/no_turbo")).equals("0"),
                text(sys.resolve("fs/resctrl/info/L3/cbm_mask")));
    }

    private static String field(String cpuinfo, String name) {
        return cpuinfo.lines()
                .filter(line -> line.startsWith(name) && line.indexOf(':') > 0)
                .findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .orElse("");
    }

    private List<MachineFacts.NumaMemory> memory() {
        List<MachineFacts.NumaMemory> found = new ArrayList<>();
        Path nodes = sys.resolve("devices/system/node");
        for (String name : files.directories(nodes)) {
            Matcher node = NUMA.matcher(name);
            if (node.matches()) {
                Path directory = nodes.resolve(name);
                found.add(new MachineFacts.NumaMemory(
                        Integer.parseInt(node.group(1)),
                        total(text(directory.resolve("meminfo"))),
                        hugePages(directory, 2 * KIB),
                        hugePages(directory, KIB * KIB)));
            }
        }
        if (found.isEmpty()) {
            // A kernel without NUMA has one node.
            found.add(new MachineFacts.NumaMemory(0, total(text(proc.resolve("meminfo"))), 0, 0));
        }
        found.sort(Comparator.comparingInt(MachineFacts.NumaMemory::node));
        return found;
    }

    /** Of {@code MemTotal: 1 kB}, or of {@code Node 0 MemTotal: 1 kB}. */
    private static long total(String meminfo) {
        Matcher line = Pattern.compile("MemTotal:\\s+(\\d{1,15}) kB").matcher(meminfo);
        return line.find() ? Long.parseLong(line.group(1)) * KIB : 0;
    }

    private long hugePages(Path node, long kibibytes) {
        String pages = text(node.resolve("hugepages/hugepages-" + kibibytes + "kB/nr_hugepages"));
        return countsHugePages && pages.matches("\\d{1,12}") ? Long.parseLong(pages) * kibibytes * KIB : 0;
    }

    private String text(Path file) {
        try {
            return files.read(file).strip();
        } catch (IOException e) {
            return "";
        }
    }
}

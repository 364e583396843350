package io.koordbridge.koordlet.collect;

import io.koordbridge.koordlet.cgroup.CgroupFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Usage of each NUMA node. A node whose files cannot be read has no value; the numbers of nodes must be without a gap. */
public final class NumaCollector {

    private static final double NANOS_PER_TICK = 10_000_000;
    private static final Pattern NODE = Pattern.compile("node(\\d{1,5})");
    private static final Pattern LINE = Pattern.compile("(?m)^Node \\d+ (\\S+):\\s+(\\d{1,15}) kB$");
    private static final List<String> FREE = List.of("MemFree", "Active(file)", "Inactive(file)", "SReclaimable");
    private static final long KIB = 1024;

    private final HostProc proc;
    private final CgroupFiles files;
    private final Path nodes;
    private final Counters counters = new Counters();

    /** A collector that has read nothing yet. */
    public NumaCollector(HostProc proc, CgroupFiles files, Path sysRoot) {
        this.proc = proc;
        this.files = files;
        this.nodes = sysRoot.resolve("bus/node/devices");
    }

    /** Usage by number of the node: cores since the round before, and bytes without page cache. */
    public record NumaUsages(Map<Integer, Double> cores, Map<Integer, Long> bytes) {
        public NumaUsages {
            cores = Map.copyOf(cores);
            bytes = Map.copyOf(bytes);
        }
    }

    /** Usage since the round before. */
    public NumaUsages collect(Instant now, Map<Integer, Integer> nodeOfCpu) throws IOException {
        return new NumaUsages(cores(now, nodeOfCpu), bytes());
    }

    /** CPUs whose node is not known, and those whose counter ran backwards, are left out. */
    private Map<Integer, Double> cores(Instant now, Map<Integer, Integer> nodeOfCpu) throws IOException {
        Map<Integer, Double> cores = new TreeMap<>();
        long[] ticks = proc.ticksByCpu(now);
        for (int cpu = 0; cpu < ticks.length; cpu++) {
            Integer node = nodeOfCpu.get(cpu);
            if (node != null && ticks[cpu] >= 0) {
                OptionalDouble rate = counters.rate(String.valueOf(cpu), ticks[cpu], now);
                rate.ifPresent(perNano -> cores.merge(node, perNano * NANOS_PER_TICK, Double::sum));
            }
        }
        return cores;
    }

    private Map<Integer, Long> bytes() {
        Map<Integer, Long> bytes = new TreeMap<>();
        List<Integer> numbers = new ArrayList<>();
        for (String name : files.directories(nodes)) {
            Matcher node = NODE.matcher(name);
            if (node.matches()) {
                numbers.add(Integer.valueOf(node.group(1)));
            }
        }
        for (int number = 0; number < numbers.size(); number++) {
            if (!numbers.contains(number)) {
                return Map.of();
            }
            try {
                bytes.put(number, used(files.read(nodes.resolve("node" + number + "/meminfo"))));
            } catch (IOException e) {
                return Map.of();
            }
        }
        return bytes;
    }

    private static long used(String meminfo) {
        Map<String, Long> kibibytes = new HashMap<>();
        Matcher line = LINE.matcher(meminfo);
        while (line.find()) {
            kibibytes.put(line.group(1), Long.valueOf(line.group(2)));
        }
        long free = FREE.stream()
                .mapToLong(name -> kibibytes.getOrDefault(name, 0L))
                .sum();
        return Math.max(0, kibibytes.getOrDefault("MemTotal", 0L) - free) * KIB;
    }
}

package io.koordbridge.bench.koordlet;

import io.koordbridge.koordlet.cgroup.ByteSource;
import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.koordlet.cgroup.HostFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Control groups version 2 as plain files, for a machine whose kernel has version 1. As in the kernel, a quota keeps its period. */
final class UnifiedFiles implements CgroupFiles {

    /** In the kernel's order. */
    private static final String MEMORY_LINES = """
            anon file kernel kernel_stack pagetables sec_pagetables percpu sock vmalloc shmem zswap zswapped file_mapped file_dirty
            file_writeback swapcached anon_thp file_thp shmem_thp inactive_anon active_anon inactive_file active_file unevictable
            slab_reclaimable slab_unreclaimable slab workingset_refault_anon workingset_refault_file workingset_activate_anon
            workingset_activate_file workingset_restore_anon workingset_restore_file workingset_nodereclaim pgscan pgsteal
            pgscan_kswapd pgscan_direct pgsteal_kswapd pgsteal_direct pgfault pgmajfault pgrefill pgactivate pgdeactivate pglazyfree
            pglazyfreed thp_fault_alloc thp_collapse_alloc""";

    private static final String PRESSURE =
            "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0";

    private static final Map<String, String> FILES = Map.ofEntries(
            Map.entry("cgroup.controllers", "cpuset cpu io memory pids"),
            Map.entry("cgroup.subtree_control", "cpuset cpu io memory pids"),
            Map.entry("cgroup.procs", ""),
            Map.entry("cpu.max", "max 100000"),
            Map.entry("cpu.max.burst", "0"),
            Map.entry("cpu.pressure", PRESSURE),
            Map.entry("memory.pressure", PRESSURE),
            Map.entry("io.pressure", PRESSURE),
            Map.entry("io.max", ""),
            Map.entry("io.weight", "default 100"),
            Map.entry("memory.oom.group", "0"),
            Map.entry("memory.events", "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\noom_group_kill 0"),
            Map.entry("memory.swap.max", "max"),
            Map.entry("cpu.weight", "1"),
            Map.entry("cpu.idle", "0"),
            Map.entry(
                    "cpu.stat",
                    "usage_usec 0\nuser_usec 0\nsystem_usec 0\nnr_periods 0\nnr_throttled 0\nthrottled_usec 0"),
            Map.entry("cpuset.cpus", "0-1"),
            Map.entry("cpuset.cpus.effective", "0-1"),
            Map.entry("cpuset.mems", "0"),
            Map.entry("cpuset.mems.effective", "0"),
            Map.entry("memory.current", "1048576"),
            Map.entry("memory.max", "max"),
            Map.entry("memory.high", "max"),
            Map.entry("memory.min", "0"),
            Map.entry("memory.low", "0"),
            Map.entry("memory.stat", memoryStat()),
            Map.entry("memory.numa_stat", "anon N0=1048576\nfile N0=0\nunevictable N0=0"));

    private static String memoryStat() {
        return MEMORY_LINES
                .lines()
                .flatMap(line -> Stream.of(line.split(" ")))
                .map(name -> name + (name.contains("anon") ? " 1048576" : " 0"))
                .collect(Collectors.joining("\n"));
    }

    private static final String PERIOD = " 100000";

    private final HostFiles host = new HostFiles();
    private final Path root;

    UnifiedFiles(Path root) throws IOException {
        this.root = Files.createDirectories(root);
        fill(root);
    }

    /** With its parents. */
    void make(String group) throws IOException {
        Path below = Path.of(group);
        for (int depth = 1; depth <= below.getNameCount(); depth++) {
            Path directory = root.resolve(below.subpath(0, depth));
            if (!Files.isDirectory(directory)) {
                Files.createDirectory(directory);
                fill(directory);
            }
        }
    }

    private static void fill(Path directory) throws IOException {
        for (Map.Entry<String, String> file : FILES.entrySet()) {
            Files.writeString(directory.resolve(file.getKey()), file.getValue() + "\n");
        }
    }

    @Override
    public void write(Path file, String value) throws IOException {
        boolean alone = file.endsWith("cpu.max") && !value.contains(" ");
        host.write(file, alone ? value + PERIOD : value);
        if (file.endsWith("cpuset.cpus")) {
            host.write(file.resolveSibling("cpuset.cpus.effective"), value);
        }
    }

    @Override
    public String read(Path file) throws IOException {
        return host.read(file);
    }

    @Override
    public ByteSource bytes() {
        return host.bytes();
    }

    @Override
    public boolean exists(Path path) {
        return host.exists(path);
    }

    @Override
    public List<String> directories(Path directory) {
        return host.directories(directory);
    }

    @Override
    public void makeDirectory(Path directory) throws IOException {
        host.makeDirectory(directory);
    }

    @Override
    public void removeDirectory(Path directory) throws IOException {
        host.removeDirectory(directory);
    }
}

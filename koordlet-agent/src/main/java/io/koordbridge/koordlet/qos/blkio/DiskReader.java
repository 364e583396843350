package io.koordbridge.koordlet.qos.blkio;

import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.koordlet.measure.reading.Fact;
import io.koordbridge.koordlet.measure.reading.Need;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds the disks of the node and what lies on them, by {@code /sys/block} and the mounts of the node. */
final class DiskReader {

    /** What a strategy asks for. */
    static final Need<Disks> DISKS = Need.fact(new Fact<>("disks", Duration.ofSeconds(5), DiskReader::read));

    private static final int DEEPEST = 8;
    private static final String LVM = "LVM-";

    private final CgroupFiles files;
    private final Path block;
    private final Map<String, String> numbers = new HashMap<>();
    private final Map<String, String> partitions = new HashMap<>();
    private final Map<String, String> volumes = new HashMap<>();
    private final Map<String, Set<String>> groups = new HashMap<>();
    /** Device of each number. */
    private final Map<String, String> devices = new HashMap<>();

    private DiskReader(CgroupFiles files, Path sys) {
        this.files = files;
        this.block = sys.resolve("block");
    }

    private static Disks read(CgroupTree tree) throws IOException {
        Path sys = top(tree, Trees.Kind.SYS);
        DiskReader reader = new DiskReader(tree.files(), sys);
        List<String> mapped = new ArrayList<>();
        for (String name : tree.files().directories(reader.block)) {
            if (name.startsWith("dm-")) {
                mapped.add(name);
            } else {
                reader.disk(name);
            }
        }
        for (String name : mapped) {
            reader.mapped(name);
        }
        Map<String, String> disks = new HashMap<>();
        reader.groups.forEach((group, found) -> disks.put(group, String.join(" and ", found)));
        return new Disks(
                tree.version(),
                reader.numbers,
                reader.partitions,
                disks,
                reader.volumes,
                reader.mounts(top(tree, Trees.Kind.PROCESS)));
    }

    private static Path top(CgroupTree tree, Trees.Kind kind) throws IOException {
        return tree.top(kind).orElseThrow(() -> new NoSuchFileException(kind + " is not known"));
    }

    private void disk(String name) {
        String device = device(name);
        String number = text(block.resolve(name).resolve("dev"));
        if (number.isEmpty()) {
            return;
        }
        numbers.put(device, number);
        devices.put(number, device);
        for (String part : files.directories(block.resolve(name))) {
            Path directory = block.resolve(name).resolve(part);
            if (part.startsWith(name) && files.exists(directory.resolve("partition"))) {
                partitions.put(device(part), device);
                devices.put(text(directory.resolve("dev")), device(part));
            }
        }
    }

    /** A logical volume is named {@code group-volume}, with a dash in either part doubled. */
    private void mapped(String name) {
        Path directory = block.resolve(name);
        String title = text(directory.resolve("dm/name"));
        if (title.isEmpty()) {
            return;
        }
        String device = "/dev/mapper/" + title;
        devices.put(text(directory.resolve("dev")), device);
        String[] parts = title.split("(?<!-)-(?!-)", 2);
        if (parts.length == 2 && text(directory.resolve("dm/uuid")).startsWith(LVM)) {
            String group = parts[0].replace("--", "-");
            volumes.put(device, group);
            below(name, groups.computeIfAbsent(group, one -> new TreeSet<>()), 0);
        }
    }

    /** Disks that a mapped device lies on. */
    private void below(String name, Set<String> found, int depth) {
        for (String slave : files.directories(block.resolve(name).resolve("slaves"))) {
            if (!slave.startsWith("dm-")) {
                found.add(partitions.getOrDefault(device(slave), device(slave)));
            } else if (depth < DEEPEST) {
                below(slave, found, depth + 1);
            }
        }
    }

    /** The first process sees the mounts of the node where the agent shares its view of processes. */
    private Map<String, String> mounts(Path proc) {
        String first = text(proc.resolve("1/mountinfo"));
        String table = first.isEmpty() ? text(proc.resolve("self/mountinfo")) : first;
        Map<String, String> found = new HashMap<>();
        table.lines()
                .filter(line -> line.contains("/volumes/kubernetes.io~csi/"))
                .map(line -> line.split(" ", 6))
                .filter(words -> words.length == 6 && devices.containsKey(words[2]))
                .forEach(words -> found.put(words[4], devices.getOrDefault(words[2], "")));
        return found;
    }

    private static String device(String name) {
        return "/dev/" + name.replace('!', '/');
    }

    private String text(Path file) {
        try {
            return files.read(file).strip();
        } catch (IOException e) {
            // The disk went away, or the process may not be looked at: it is not known.
            return "";
        }
    }
}

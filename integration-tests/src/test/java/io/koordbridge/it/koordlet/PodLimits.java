package io.koordbridge.it.koordlet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Limits that control groups of version 1 have. */
final class PodLimits {
    private static final List<String> FILES =
            List.of("cpu.shares", "cpu.cfs_quota_us", "memory.limit_in_bytes", "cpuset.cpus");

    private PodLimits() {}

    /** Every limit of every group of pods, by hierarchy and file. */
    static Map<String, String> read(Path groups, List<String> hierarchies) throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (String hierarchy : hierarchies) {
            Path top = groups.resolve(hierarchy).resolve("kubepods");
            try (Stream<Path> all = Files.walk(top)) {
                for (Path file : all.filter(
                                path -> FILES.contains(path.getFileName().toString()))
                        .toList()) {
                    found.put(
                            hierarchy + " " + top.relativize(file),
                            Files.readString(file).strip());
                }
            }
        }
        return found;
    }
}

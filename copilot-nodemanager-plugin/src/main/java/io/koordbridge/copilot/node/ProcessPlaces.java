package io.koordbridge.copilot.node;

import io.koordbridge.copilot.cgroup.CgroupPlacer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether containers run in their groups, by their first process: in the groups of CPU and memory, or in that of version 2. The node agent looks
 * for YARN's processes there: where one runs elsewhere, empty groups mean nothing. Not for several threads.
 */
final class ProcessPlaces {
    private static final Set<String> COUNTED =
            Collections.unmodifiableSet(new HashSet<>(Arrays.asList("cpu", "cpuacct", "memory", "unified")));
    private static final String RUNNING = "RUNNING";
    private static final int MOST_LOOKS = 200;
    private static final int MOST_LINES = 64;
    private static final int FIELDS = 3;
    /** A container that was not placed at its start may be moved soon after. */
    private static final long SETTLED_NANOS = 5_000_000_000L;

    private final CgroupPlacer placer;
    private final Path proc;
    private final Set<String> inside = new HashSet<>();
    /** Since when. */
    private final Map<String, Long> outside = new HashMap<>();

    private boolean insideOnce;
    private boolean outsideOnce;

    ProcessPlaces(CgroupPlacer placer, Path proc) {
        this.placer = placer;
        this.proc = proc;
    }

    /** True once a container was seen in its group, false while one runs elsewhere for a while; null before any was seen. */
    @Nullable
    Boolean confirmed(List<ContainerFacts> containers, long nowNanos) {
        Set<String> running = new HashSet<>();
        int looks = 0;
        for (ContainerFacts container : containers) {
            if (container.state().equals(RUNNING)) {
                running.add(container.id());
                if (container.pid() != null && !inside.contains(container.id()) && looks++ < MOST_LOOKS) {
                    look(container.id(), container.pid(), nowNanos);
                }
            }
        }
        inside.retainAll(running);
        outside.keySet().retainAll(running);
        boolean elsewhere = false;
        for (long since : outside.values()) {
            elsewhere |= nowNanos - since >= SETTLED_NANOS;
        }
        outsideOnce |= elsewhere;
        if (elsewhere) {
            return false;
        }
        if (insideOnce) {
            return true;
        }
        return outsideOnce ? Boolean.FALSE : null;
    }

    private void look(String id, String pid, long nowNanos) {
        Boolean found = isInside(id, pid);
        if (Boolean.TRUE.equals(found)) {
            inside.add(id);
            insideOnce = true;
            outside.remove(id);
        } else if (Boolean.FALSE.equals(found)) {
            outside.putIfAbsent(id, nowNanos);
        }
    }

    /** Null when the process is gone or cannot be seen. */
    private @Nullable Boolean isInside(String id, String pid) {
        Path process = proc.resolve(pid);
        try {
            List<String> lines = lines(process.resolve("cgroup"));
            if (isListed(id, pid) || isBelow(lines, "/" + placer.settings().path() + "/" + id)) {
                return true;
            }
            return Files.exists(process) ? Boolean.FALSE : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** Its groups name it, which holds whatever part of the tree this process sees. */
    private boolean isListed(String id, String pid) throws IOException {
        boolean listed = false;
        for (Map.Entry<String, Path> parent : placer.parents().entrySet()) {
            if (COUNTED.contains(parent.getKey())) {
                if (!GroupSurvey.has(parent.getValue().resolve(id).resolve("cgroup.procs"), pid)) {
                    return false;
                }
                listed = true;
            }
        }
        return listed;
    }

    /** It names its groups: with version 1 those of CPU and memory. */
    private static boolean isBelow(List<String> lines, String group) {
        boolean unified = true;
        for (String line : lines) {
            unified &= !isCounted(line.split(":", FIELDS));
        }
        boolean below = false;
        for (String line : lines) {
            String[] fields = line.split(":", FIELDS);
            if (fields.length == FIELDS && (unified ? fields[0].equals("0") : isCounted(fields))) {
                if (!fields[2].equals(group) && !fields[2].startsWith(group + "/")) {
                    return false;
                }
                below = true;
            }
        }
        return below;
    }

    private static boolean isCounted(String[] fields) {
        return fields.length == FIELDS && !Collections.disjoint(COUNTED, Arrays.asList(fields[1].split(",", -1)));
    }

    private static List<String> lines(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            String line = reader.readLine();
            while (line != null && lines.size() < MOST_LINES) {
                lines.add(line);
                line = reader.readLine();
            }
        }
        return lines;
    }
}

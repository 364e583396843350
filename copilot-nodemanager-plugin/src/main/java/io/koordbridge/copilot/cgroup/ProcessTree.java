package io.koordbridge.copilot.cgroup;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Parents and children of processes, from lines of {@code /proc/PID/stat}. */
public final class ProcessTree {
    private static final Path PROC = Paths.get("/proc");
    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int SESSION = 3;

    private final Map<Long, List<Long>> children = new HashMap<>();
    private final Map<Long, List<Long>> sessions = new HashMap<>();

    /**
     * Of all processes.
     *
     * @throws IOException when they cannot be listed
     */
    public static ProcessTree now() throws IOException {
        List<String> lines = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[1-9]*")) {
            for (Path process : processes) {
                try {
                    lines.add(CgroupFiles.read(process.resolve("stat")));
                } catch (IOException e) {
                    // It has ended.
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return new ProcessTree(lines);
    }

    /** Invalid lines are skipped: their process ended while it was read. */
    ProcessTree(Iterable<String> lines) {
        for (String line : lines) {
            try {
                add(line);
            } catch (NumberFormatException | IndexOutOfBoundsException e) {
                // Left out, as said above.
            }
        }
    }

    private void add(String line) {
        // The name is in parentheses and may hold anything, parentheses too.
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        if (fields[STATE].equals("Z")) {
            return;
        }
        long pid = Long.parseLong(line.substring(0, line.indexOf(' ')));
        long parent = Long.parseLong(fields[PARENT]);
        long session = Long.parseLong(fields[SESSION]);
        children.computeIfAbsent(parent, key -> new ArrayList<>()).add(pid);
        sessions.computeIfAbsent(session, key -> new ArrayList<>()).add(pid);
    }

    /** A process, all that descend from it, and those of the session that it leads, whose parents may have ended. */
    public Set<Long> members(long pid) {
        Set<Long> members = new TreeSet<>();
        Deque<Long> open = new ArrayDeque<>(sessions.getOrDefault(pid, new ArrayList<>()));
        open.add(pid);
        while (!open.isEmpty()) {
            long next = open.remove();
            if (members.add(next)) {
                open.addAll(children.getOrDefault(next, new ArrayList<>()));
            }
        }
        return members;
    }
}

package io.koordbridge.copilot.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Takes a container that already runs to its groups. What it has allocated before stays charged where it was. */
final class Mover {
    private static final Path PROC = Paths.get("/proc");
    private static final int MAX_ROUNDS = 20;

    private Mover() {}

    /**
     * Moves a process and all that belong to it. A process may fork between the look and the move: looked again until nothing is new.
     *
     * @throws IOException when one cannot be moved, or they do not come to rest
     */
    static void move(long pid, Collection<Path> groups) throws IOException {
        Set<Long> moved = new HashSet<>();
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Set<Long> fresh = ProcessTree.now().members(pid);
            fresh.removeAll(moved);
            if (fresh.isEmpty()) {
                return;
            }
            for (long process : fresh) {
                join(process, groups);
            }
            moved.addAll(fresh);
        }
        throw new IOException("processes of " + pid + " multiply faster than they can be moved");
    }

    private static void join(long process, Collection<Path> groups) throws IOException {
        for (Path group : groups) {
            try {
                CgroupFiles.write(group.resolve("cgroup.procs"), Long.toString(process));
            } catch (IOException e) {
                if (Files.exists(PROC.resolve(Long.toString(process)))) {
                    throw e;
                }
                return;
            }
        }
    }
}

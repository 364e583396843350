package io.koordbridge.copilot.node;

import io.koordbridge.copilot.cgroup.CgroupPlacer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks into the groups of containers: whether those that run are in theirs, and which other processes are there. An answer is kept for a moment, and
 * a look reads a bounded number of files, so frequent calls cost little.
 */
final class GroupSurvey {
    private static final Logger log = LoggerFactory.getLogger(GroupSurvey.class);
    /** A file that says so. */
    private static final String POPULATED = "populated 1";

    private static final String CONTAINERS = "container_*";
    private static final int MOST_GROUPS = 1024;
    private static final int MOST_NAMED = 10;
    private static final int MOST_LINES = 100_000;
    private static final long KEPT_NANOS = 500_000_000;

    private final CgroupPlacer placer;
    private final ProcessPlaces places;
    private final LongSupplier nanos;
    private GroupFacts last = GroupFacts.UNKNOWN;
    private @Nullable Long lookedAt;

    GroupSurvey(CgroupPlacer placer, ProcessPlaces places, LongSupplier nanos) {
        this.placer = placer;
        this.places = places;
        this.nanos = nanos;
    }

    /**
     * What is there.
     *
     * @param containers all that the NodeManager lists at the time of the call
     */
    synchronized GroupFacts look(Supplier<List<ContainerFacts>> containers) {
        long now = nanos.getAsLong();
        if (lookedAt == null || now - lookedAt >= KEPT_NANOS) {
            // In this order: the NodeManager knows a container before it has a group, and for longer than it has
            // processes.
            Set<String> groups = groups();
            List<ContainerFacts> known = containers.get();
            last = new GroupFacts(places.confirmed(known, now), groups == null ? null : strangers(groups, known));
            lookedAt = now;
        }
        return last;
    }

    /** Names of groups of containers, and of the one around them; null when it cannot be seen. */
    private @Nullable Set<String> groups() {
        Set<String> names = new TreeSet<>();
        boolean seen = false;
        for (Path parent : placer.parents().values()) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, CONTAINERS)) {
                for (Path group : found) {
                    names.add(group.getFileName().toString());
                    if (names.size() > MOST_GROUPS) {
                        return null;
                    }
                }
                seen = true;
            } catch (NoSuchFileException | NotDirectoryException e) {
                log.trace("This controller is not used group={}", parent);
            } catch (IOException | DirectoryIteratorException e) {
                return null;
            }
        }
        return seen ? names : null;
    }

    private @Nullable List<String> strangers(Set<String> groups, Collection<ContainerFacts> known) {
        for (ContainerFacts container : known) {
            groups.remove(container.id());
        }
        List<String> strangers = new ArrayList<>();
        try {
            for (Map.Entry<String, Path> parent : placer.parents().entrySet()) {
                Path around = parent.getValue();
                if (has(around.resolve("cgroup.procs"), null)) {
                    add(strangers, String.valueOf(around.getFileName()));
                }
                for (String name : groups) {
                    if (strangers.size() < MOST_NAMED && isBusy(around.resolve(name))) {
                        add(strangers, name);
                    }
                }
            }
        } catch (IOException e) {
            return strangers.isEmpty() ? null : strangers;
        }
        return strangers;
    }

    private static void add(List<String> names, String name) {
        if (!names.contains(name)) {
            names.add(name);
        }
    }

    /** With version 2 also for processes in groups inside it. */
    private static boolean isBusy(Path group) throws IOException {
        return has(group.resolve("cgroup.procs"), null) || has(group.resolve("cgroup.events"), POPULATED);
    }

    /** Whether a file has a line, any when null; a file that is gone has none. */
    static boolean has(Path file, @Nullable String wanted) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
            String line = reader.readLine();
            for (int i = 0; line != null && i < MOST_LINES; i++) {
                if (wanted == null || line.equals(wanted)) {
                    return true;
                }
                line = reader.readLine();
            }
            return false;
        } catch (IOException e) {
            // A group that ends while it is read has the error "no such device".
            if (Files.exists(file)) {
                throw e;
            }
            return false;
        }
    }
}

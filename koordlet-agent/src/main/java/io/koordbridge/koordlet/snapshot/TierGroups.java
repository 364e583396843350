package io.koordbridge.koordlet.snapshot;

import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Groups of the best-effort tier, known from what the kernel says of their births and ends: directories are listed when one of them
 * changed, all of them once a minute and when changes were lost. One thread.
 */
public final class TierGroups implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TierGroups.class);
    private static final Duration LISTED_ANEW = Duration.ofMinutes(1);

    private final CgroupTree tree;
    private final @Nullable WatchService service;
    private final Map<WatchKey, String> watched = new HashMap<>();
    /** Never changed: snapshots and memories of strategies keep it. */
    private SortedMap<String, List<String>> groups = Collections.emptySortedMap();

    private @Nullable Instant listedAt;
    private String tier = "";

    public TierGroups(CgroupTree tree) {
        this.tree = tree;
        this.service = open();
    }

    private static @Nullable WatchService open() {
        try {
            return FileSystems.getDefault().newWatchService();
        } catch (IOException e) {
            LOG.warn("cannot watch directories, they are listed at each tick cause={}", e.toString());
            return null;
        }
    }

    /** All of them as they are now, by listing. */
    public static SortedMap<String, List<String>> listed(CgroupTree tree) {
        SortedMap<String, List<String>> pods = new TreeMap<>();
        String tier = tree.paths().bestEffortDir();
        for (String pod : tree.children(Knob.CPUSET_CPUS, tier)) {
            pods.put(tier + "/" + pod, containers(tree, tier + "/" + pod));
        }
        return pods;
    }

    private static List<String> containers(CgroupTree tree, String pod) {
        return tree.children(Knob.CPUSET_CPUS, pod).stream()
                .map(container -> pod + "/" + container)
                .toList();
    }

    /** Groups of pods in order of their names, each with those of its containers. */
    public SortedMap<String, List<String>> now(Instant now) {
        boolean due = listedAt == null
                || !tree.paths().bestEffortDir().equals(tier)
                || !now.isBefore(listedAt.plus(LISTED_ANEW));
        if (service == null || due || watched.isEmpty()) {
            listAll(now);
        } else {
            follow(service, now);
        }
        return groups;
    }

    /** Watches first: a group created in between is in the list or in an event. */
    private void listAll(Instant now) {
        String dir = tree.paths().bestEffortDir();
        if (!dir.equals(tier)) {
            watched.keySet().forEach(WatchKey::cancel);
            watched.clear();
            tier = dir;
        }
        watch(tier);
        SortedMap<String, List<String>> found = new TreeMap<>();
        for (String name : tree.children(Knob.CPUSET_CPUS, tier)) {
            String pod = tier + "/" + name;
            watch(pod);
            found.put(pod, containers(tree, pod));
        }
        take(found);
        listedAt = now;
    }

    private void watch(String dir) {
        if (service == null) {
            return;
        }
        Path directory = tree.directory(Knob.CPUSET_CPUS.subsystem(), dir);
        try {
            WatchKey key = directory.register(
                    service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE);
            watched.put(key, dir);
        } catch (IOException | ClosedWatchServiceException e) {
            LOG.debug("cannot watch directory={}", directory, e);
        }
    }

    private void follow(WatchService open, Instant now) {
        for (WatchKey key = open.poll(); key != null; key = open.poll()) {
            boolean lost =
                    key.pollEvents().stream().anyMatch(event -> event.kind() == StandardWatchEventKinds.OVERFLOW);
            String dir = watched.get(key);
            boolean alive = key.reset();
            if (lost) {
                listAll(now);
                return;
            }
            if (!alive) {
                watched.remove(key);
            }
            if (dir != null) {
                listOne(dir);
            }
        }
    }

    private void listOne(String dir) {
        if (!dir.equals(tree.paths().bestEffortDir())) {
            SortedMap<String, List<String>> changed = new TreeMap<>(groups);
            changed.computeIfPresent(dir, (pod, before) -> containers(tree, pod));
            take(changed);
            return;
        }
        SortedMap<String, List<String>> next = new TreeMap<>();
        for (String name : tree.children(Knob.CPUSET_CPUS, dir)) {
            String pod = dir + "/" + name;
            List<String> known = groups.get(pod);
            if (known == null) {
                watch(pod);
                known = containers(tree, pod);
            }
            next.put(pod, known);
        }
        take(next);
    }

    private void take(SortedMap<String, List<String>> next) {
        if (!groups.equals(next)) {
            groups = Collections.unmodifiableSortedMap(next);
        }
    }

    @Override
    public void close() {
        if (service != null) {
            try {
                service.close();
            } catch (IOException e) {
                LOG.debug("watch service not closed", e);
            }
        }
    }
}

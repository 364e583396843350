package io.koordbridge.copilot.cgroup;

import io.koordbridge.copilot.health.Degradation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes, limits and removes the groups of containers. Nothing here throws: a container that cannot be placed starts without. */
public final class CgroupPlacer {
    static final String REASON = "placement";
    static final String REASON_CONTROLLERS = "controllers";
    static final String REASON_LIMITS = "limits";
    private static final Logger log = LoggerFactory.getLogger(CgroupPlacer.class);
    private static final String CONTAINER_PREFIX = "container_";

    private final CgroupConfig settings;
    private final Degradation degradation;
    private final JoinTrial trial = new JoinTrial();
    private final long cores;
    private final Set<String> running = ConcurrentHashMap.newKeySet();
    private final Set<String> leftOver = ConcurrentHashMap.newKeySet();
    private final Settlement settlement = new Settlement();
    private volatile CgroupHierarchy hierarchy;
    private volatile String path;
    private volatile boolean usable;
    private volatile double vcoreRatio = 1;

    public CgroupPlacer(CgroupConfig settings, Degradation degradation) {
        this(settings, degradation, RealCores.count());
    }

    CgroupPlacer(CgroupConfig settings, Degradation degradation, long cores) {
        this.cores = cores;
        this.settings = settings;
        this.degradation = degradation;
        this.path = settings.path().isEmpty() ? found() : settings.path();
        this.hierarchy = hierarchyAt(path);
    }

    private String found() {
        List<Path> tops = new ArrayList<>();
        if (CgroupV2Hierarchy.mountedAt(settings.root())) {
            tops.add(settings.root());
        } else {
            settings.controllers()
                    .forEach(controller -> tops.add(settings.root().resolve(controller)));
        }
        return BestEffortTier.find(tops);
    }

    private CgroupHierarchy hierarchyAt(String where) {
        // Nothing is there for an empty path, and nothing is made.
        String group = where.isEmpty() ? "no-tier/" + BestEffortTier.GROUP : where;
        return CgroupV2Hierarchy.mountedAt(settings.root())
                ? new CgroupV2Hierarchy(settings.root(), group, settings.controllers())
                : new CgroupV1Hierarchy(settings.root(), group, settings.controllers());
    }

    /** Weights follow cores: from now on so many vcores stand for one. */
    public void vcoresPerCore(double ratio) {
        vcoreRatio = ratio;
    }

    /** Where containers are: {@code cgroup-v1}, {@code cgroup-v2}, or {@code none} when one of them is elsewhere. */
    public String mode() {
        return usable && settlement.outside().isEmpty() ? hierarchy.name() : "none";
    }

    public CgroupConfig settings() {
        return settings;
    }

    /** Parent of all containers; empty while there is no tier. */
    public String path() {
        return path;
    }

    /** Looks whether containers can be placed; what was impossible may have become possible since. */
    public synchronized boolean check() {
        if (!settings.enabled()) {
            return false;
        }
        try {
            follow();
            List<String> missing = hierarchy.prepare();
            degradation.set(REASON_CONTROLLERS, String.join("; ", missing));
            degradation.clear(REASON);
            usable = true;
        } catch (IOException | RuntimeException e) {
            degradation.set(REASON, "containers are not placed in cgroups: " + e);
            usable = false;
        }
        return usable;
    }

    /** The kubelet may make its tier after the NodeManager's start. A group that is in use is not left. */
    private void follow() throws IOException {
        if (!settings.path().isEmpty() || usable) {
            return;
        }
        String now = found();
        if (!now.equals(path)) {
            path = now;
            hierarchy = hierarchyAt(now);
        }
        boolean mounted = CgroupV2Hierarchy.mountedAt(settings.root())
                || settings.controllers().stream()
                        .anyMatch(
                                controller -> Files.isDirectory(settings.root().resolve(controller)));
        if (now.isEmpty() && mounted) {
            throw new IOException("no best-effort tier below " + settings.root() + ": neither " + BestEffortTier.names()
                    + " (koordbridge.copilot.cgroup.path)");
        }
    }

    /** Directories the container's first process must join; none when it cannot be placed. */
    public List<Path> prepare(String containerId, long vcores, long megabytes, boolean opportunistic) {
        running.add(containerId);
        leftOver.remove(containerId);
        if (!check()) {
            if (settings.enabled()) {
                settlement.isOutside(containerId);
            }
            return Collections.emptyList();
        }
        try {
            List<Path> groups = groupsFor(containerId, vcores, megabytes, opportunistic);
            trial.require(groups);
            settlement.isInside(containerId);
            tellOutside();
            return groups;
        } catch (IOException | RuntimeException e) {
            settlement.isOutside(containerId);
            degradation.set(REASON_LIMITS, "container " + containerId + " was not placed: " + e);
            removeAll(containerId);
            return Collections.emptyList();
        }
    }

    private List<Path> groupsFor(String containerId, long vcores, long megabytes, boolean opportunistic)
            throws IOException {
        long shares = CgroupLimits.shares(vcores, settings.sharesRatio() / vcoreRatio, opportunistic);
        long memoryBytes = CgroupLimits.memoryBytes(megabytes, settings.memoryOverheadRatio());
        List<Path> groups = new ArrayList<>();
        for (Map.Entry<String, Path> parent : hierarchy.parents().entrySet()) {
            Path group = parent.getValue().resolve(containerId);
            hierarchy.create(parent.getKey(), group);
            hierarchy.limit(parent.getKey(), group, shares, memoryBytes);
            groups.add(group);
        }
        return Collections.unmodifiableList(groups);
    }

    /**
     * Looks once whether a container that runs is in its groups, and takes it there if it is not. A failure is retried at growing intervals.
     *
     * @param pid of its first process
     */
    public void settle(String containerId, long pid, long vcores, long megabytes, boolean opportunistic) {
        if (!settlement.due(containerId)) {
            return;
        }
        try {
            if (!check()) {
                settlement.failed(containerId);
                return;
            }
            if (!isInside(containerId, pid)) {
                Mover.move(pid, groupsFor(containerId, vcores, megabytes, opportunistic));
                log.info("Container was moved to its cgroups container={} pid={}", containerId, pid);
            }
            settlement.settled(containerId);
            tellOutside();
        } catch (IOException | RuntimeException e) {
            settlement.failed(containerId);
            degradation.set(REASON_LIMITS, "container " + containerId + " was not placed: " + e);
            removeAll(containerId);
        }
    }

    /** Forgets whether containers that have ended were placed. */
    public void retain(Set<String> known) {
        settlement.retain(known);
        tellOutside();
    }

    private boolean isInside(String containerId, long pid) {
        Map<String, Path> groups = groups(containerId);
        return groups.keySet().equals(hierarchy.parents().keySet())
                && groups.values().stream()
                        .allMatch(group -> CgroupFiles.processes(group).contains(pid));
    }

    private void tellOutside() {
        if (settlement.outside().isEmpty()) {
            degradation.clear(REASON_LIMITS);
        }
    }

    /** To be called when the container's main process has ended. What is still busy is removed by {@link #collect}. */
    public void release(String containerId) {
        running.remove(containerId);
        settlement.forget(containerId);
        tellOutside();
        if (!removeAll(containerId)) {
            leftOver.add(containerId);
        }
    }

    /** Tries again to remove groups of containers that have ended. */
    public void collect() {
        leftOver.removeIf(containerId -> !running.contains(containerId) && removeAll(containerId));
    }

    /** Removes groups of unknown containers without processes; returns their names. */
    public Set<String> sweep(Set<String> known) {
        Set<String> removed = new TreeSet<>();
        for (Path parent : hierarchy.parents().values()) {
            for (Path group : CgroupFiles.children(parent)) {
                String name = group.getFileName().toString();
                boolean ours = name.startsWith(CONTAINER_PREFIX) && !known.contains(name) && !running.contains(name);
                if (ours && CgroupFiles.processes(group).isEmpty() && CgroupFiles.remove(group)) {
                    removed.add(name);
                }
            }
        }
        return removed;
    }

    /** Names of container groups with processes in them; none when there are no groups. */
    public Set<String> busy() {
        Set<String> busy = new TreeSet<>();
        for (Path parent : hierarchy.parents().values()) {
            for (Path group : CgroupFiles.children(parent)) {
                String name = group.getFileName().toString();
                if (name.startsWith(CONTAINER_PREFIX)
                        && !CgroupFiles.processes(group).isEmpty()) {
                    busy.add(name);
                }
            }
        }
        return busy;
    }

    /** Corrects the limits of a placed container whose size or kind has changed. */
    public void level(String containerId, long vcores, long megabytes, boolean opportunistic) {
        long shares = CgroupLimits.shares(vcores, settings.sharesRatio() / vcoreRatio, opportunistic);
        long memoryBytes = CgroupLimits.memoryBytes(megabytes, settings.memoryOverheadRatio());
        limit(groups(containerId), shares, memoryBytes);
    }

    /** Limits of the group around all containers. A limit below what is used is refused by the kernel and tried again later. */
    public void levelParent(long vcores, long megabytes) {
        if (!usable || megabytes <= 0) {
            return;
        }
        long shares = CgroupLimits.parentShares(vcores, vcoreRatio, cores);
        long memoryBytes =
                CgroupLimits.parentMemoryBytes(megabytes, settings.memoryOverheadRatio(), settings.slackMegabytes());
        limit(hierarchy.parents(), shares, memoryBytes);
    }

    private void limit(Map<String, Path> groups, long shares, long memoryBytes) {
        for (Map.Entry<String, Path> group : groups.entrySet()) {
            try {
                hierarchy.limit(group.getKey(), group.getValue(), shares, memoryBytes);
            } catch (IOException e) {
                log.debug("Limit is not set yet group={}", group.getValue(), e);
            }
        }
    }

    /** Controller to the group around all containers, there or not. */
    public Map<String, Path> parents() {
        return hierarchy.parents();
    }

    /** Controller to existing directory of a container. */
    public Map<String, Path> groups(String containerId) {
        Map<String, Path> groups = new LinkedHashMap<>();
        for (Map.Entry<String, Path> parent : hierarchy.parents().entrySet()) {
            Path group = parent.getValue().resolve(containerId);
            if (Files.isDirectory(group)) {
                groups.put(parent.getKey(), group);
            }
        }
        return groups;
    }

    /** Processes in the container's groups. */
    public Set<Long> processes(String containerId) {
        Set<Long> pids = new TreeSet<>();
        for (Path group : groups(containerId).values()) {
            pids.addAll(CgroupFiles.processes(group));
        }
        return pids;
    }

    CgroupHierarchy hierarchy() {
        return hierarchy;
    }

    private boolean removeAll(String containerId) {
        boolean all = true;
        for (Path parent : hierarchy.parents().values()) {
            all &= CgroupFiles.remove(parent.resolve(containerId));
        }
        return all;
    }
}

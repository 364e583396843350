package io.koordbridge.capacity.steadypods;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.steadypods.PodMemory.Remembered;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts the pods of one pass; used once. */
final class PodTally {

    private final PodMemory before;
    private final Rule rule;
    private final Instant now;
    private final Map<String, PodUsage> reported = new HashMap<>();

    final List<PodDemand> pods = new ArrayList<>();
    final List<PodUsage> usages = new ArrayList<>();
    final Map<String, Remembered> remembered = new HashMap<>();
    /** What pods that the report does not name may use at most. */
    CpuMemory unnamed = CpuMemory.ZERO;
    /** What prod pods that left the report may request without need. */
    CpuMemory mayReclaim = CpuMemory.ZERO;
    /** What prod pods that came into the report request without need. */
    CpuMemory newlyReclaimed = CpuMemory.ZERO;
    /** When the first window ends, null for none. */
    @Nullable
    Instant firstEnd;

    private int kept;
    private int carried;
    private int starting;
    private int overdue;

    /**
     * How pods are counted.
     *
     * @param window how long a pod is counted as it was
     * @param countWithoutMetrics whether a pod that stays out of reports counts its requests by every policy
     */
    record Rule(Duration window, boolean countWithoutMetrics) {}

    PodTally(PodMemory before, Rule rule, Instant now) {
        this.before = before;
        this.rule = rule;
        this.now = now;
    }

    void count(List<PodDemand> listed, List<PodUsage> report) {
        report.forEach(usage -> reported.put(usage.key(), usage));
        usages.addAll(report);
        Set<String> running = new HashSet<>();
        for (PodDemand pod : listed) {
            if (pod.active()) {
                running.add(pod.key());
                running(pod);
            }
        }
        before.pods().forEach((key, pod) -> {
            if (!running.contains(key)) {
                gone(key, pod);
            }
        });
    }

    private void running(PodDemand pod) {
        String key = pod.key();
        PodUsage usage = reported.get(key);
        Remembered known = before.pods().get(key);
        pods.add(pod);
        if (usage != null) {
            CpuMemory used = usage.of(pod.requests());
            if (pod.aboveMid() && !isCounted(known)) {
                newlyReclaimed = newlyReclaimed.plus(pod.requests().minus(used).atLeastZero());
            }
            remembered.put(key, new Remembered(pod, used, null, null));
            return;
        }
        CpuMemory last = known == null ? null : known.usage();
        Instant since = known == null ? firstSeen() : orNow(known.unreportedSince());
        remembered.put(key, new Remembered(pod, last, null, since));
        if (!inWindow(since)) {
            overdue(pod);
            return;
        }
        mayUse(pod, last);
        usages.add(new PodUsage(key, last == null ? CpuMemory.ZERO : last, !pod.highPriority()));
        if (last == null) {
            starting++;
        } else {
            carried++;
            if (pod.aboveMid()) {
                mayReclaim = mayReclaim.plus(pod.requests().minus(last).atLeastZero());
            }
        }
    }

    /** Whether the last pass counted a usage of the pod, named by the report or carried on. */
    private boolean isCounted(@Nullable Remembered known) {
        if (known == null || known.usage() == null) {
            return false;
        }
        Instant since = known.unreportedSince();
        return since == null || endOfWindow(since).isAfter(now);
    }

    /** What was running before the first pass may have been without report for long. */
    private Instant firstSeen() {
        return before.system() == null ? Instant.EPOCH : now;
    }

    private void overdue(PodDemand pod) {
        if (pod.highPriority()) {
            overdue++;
            if (rule.countWithoutMetrics()) {
                usages.add(new PodUsage(pod.key(), pod.requests(), false));
            }
        }
    }

    /** A pod that ran and is not among the running ones now. */
    private void gone(String key, Remembered pod) {
        PodUsage usage = reported.get(key);
        Instant since = orNow(pod.unlistedSince());
        boolean counts = usage != null || !pod.demand().highPriority();
        if (!counts || !inWindow(since)) {
            return;
        }
        if (usage == null) {
            mayUse(pod.demand(), pod.usage());
            remembered.put(key, new Remembered(pod.demand(), pod.usage(), since, orNow(pod.unreportedSince())));
        } else {
            kept++;
            pods.add(pod.demand());
            remembered.put(
                    key, new Remembered(pod.demand(), usage.of(pod.demand().requests()), since, null));
        }
    }

    /**
     * What a pod without name in the report may add to the usage of the system: its last usage, a batch pod also all that it
     * holds. A prod pod that never was in a report adds nothing that could be taken off again.
     */
    private void mayUse(PodDemand pod, @Nullable CpuMemory last) {
        CpuMemory most = last == null ? CpuMemory.ZERO : last;
        if (!pod.highPriority()) {
            most = pod.heldBatch().max(most);
        }
        unnamed = unnamed.plus(most);
    }

    private boolean inWindow(Instant since) {
        Instant end = endOfWindow(since);
        if (!end.isAfter(now)) {
            return false;
        }
        firstEnd = firstEnd == null || end.isBefore(firstEnd) ? end : firstEnd;
        return true;
    }

    private Instant endOfWindow(Instant since) {
        return since.plus(rule.window());
    }

    private Instant orNow(@Nullable Instant since) {
        return since == null || since.isAfter(now) ? now : since;
    }

    Steadied.Effects effects(CpuMemory notSystem, CpuMemory reclaimableKept) {
        return new Steadied.Effects(kept, carried, starting, overdue, notSystem, reclaimableKept);
    }
}

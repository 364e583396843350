package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.scheduler.quota.tree.PodRank;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** All gangs with their pods, and who waits for whom. Quota specification sections 10.1 and 10.2. Thread-safe. */
public final class GangBook {

    private final Map<String, Gang> gangs = new HashMap<>();
    /** Read without the monitor: filter and bind ask about pods of no gang as well. */
    private final Map<String, GangPod> pods = new ConcurrentHashMap<>();
    /** Groups by id, with whether one of their pods was bound. */
    private final Map<String, Boolean> groups = new HashMap<>();

    private long changes;

    private static final class Gang {
        private @Nullable GangSpec spec;
        /** The group that was declared last, empty before. */
        private String group = "";
        /** Its PodGroup is gone; its pods are kept for one that is made again. */
        private boolean gone;
        /** The number of the last change that a plan depends on. */
        private long changed;
        /** Uids by key, in the order of their coming. */
        private final Map<String, String> children = new LinkedHashMap<>();

        private final Set<String> waiting = new HashSet<>();
        private final Set<String> bound = new HashSet<>();

        private void forget(String key) {
            children.remove(key);
            waiting.remove(key);
            bound.remove(key);
        }

        private boolean byPodGroup() {
            return spec != null && spec.declaredByPodGroup();
        }
    }

    /**
     * A gang at one moment.
     *
     * @param spec null while nothing has declared it
     * @param pods keys of its live pods
     * @param waiting of them, those that wait for the others
     * @param bound of them, those that have a node
     */
    public record Snapshot(
            String id, @Nullable GangSpec spec, List<String> pods, Set<String> waiting, Set<String> bound) {}

    /** The answer to a pod that has a place: it goes on, or waits for the others. */
    public record Permit(boolean goes, Duration patience) {}

    /** A pod that is not done came or changed. */
    public synchronized void podSeen(GangPod pod) {
        GangPod before = pods.get(pod.key());
        if (before != null && !(before.uid().equals(pod.uid()) && before.gang().equals(pod.gang()))) {
            podGone(before.uid(), before.key());
        }
        pods.put(pod.key(), pod);
        Gang gang = gangs.computeIfAbsent(pod.gang(), id -> new Gang());
        if (gang.gone || !pod.equals(before)) {
            changed(gang);
        }
        gang.gone = false;
        if (gang.spec == null) {
            pod.declared().ifPresent(spec -> declare(gang, spec));
        }
        gang.children.put(pod.key(), pod.uid());
        if (pod.bound()) {
            bound(pod.key());
        }
    }

    private void changed(Gang gang) {
        gang.changed = ++changes;
    }

    private void declare(Gang gang, GangSpec spec) {
        String before = gang.group;
        if (!spec.equals(gang.spec)) {
            changed(gang);
        }
        gang.spec = spec;
        gang.group = spec.groupId();
        groups.putIfAbsent(gang.group, false);
        if (!before.equals(gang.group)) {
            forgetUnused(before);
        }
    }

    private void forgetUnused(String group) {
        if (!group.isEmpty() && gangs.values().stream().noneMatch(gang -> gang.group.equals(group))) {
            groups.remove(group);
        }
    }

    /** A pod is gone or done. */
    public synchronized void podGone(String uid, String key) {
        GangPod pod = pods.get(key);
        if (pod == null || !pod.uid().equals(uid)) {
            return;
        }
        pods.remove(key);
        Gang gang = gangs.get(pod.gang());
        if (gang != null) {
            gang.forget(key);
            changed(gang);
            if (gang.children.isEmpty() && !gang.byPodGroup()) {
                gangs.remove(pod.gang());
                forgetUnused(gang.group);
            }
        }
    }

    /** A PodGroup came or changed. One that is made again finds the pods that are there, and whether one of them was bound. */
    public synchronized void groupSeen(String id, GangSpec spec) {
        Gang gang = gangs.computeIfAbsent(id, absent -> new Gang());
        if (gang.gone) {
            changed(gang);
        }
        gang.gone = false;
        declare(gang, spec);
        if (!gang.bound.isEmpty()) {
            groups.put(gang.group, true);
        }
    }

    /** A PodGroup is gone, and its gang with it. */
    public synchronized void groupGone(String id) {
        Gang gang = gangs.get(id);
        if (gang == null) {
            return;
        }
        gang.gone = true;
        gang.spec = null;
        changed(gang);
        if (gang.children.isEmpty()) {
            gangs.remove(id);
            forgetUnused(gang.group);
        }
    }

    /** The gang of an id, null if absent or gone. */
    private @Nullable Gang present(String id) {
        Gang gang = gangs.get(id);
        return gang == null || gang.gone ? null : gang;
    }

    /** The gang of a pod that is known. */
    public Optional<String> gangOf(String uid, String key) {
        return Optional.ofNullable(pods.get(key))
                .filter(pod -> pod.uid().equals(uid))
                .map(GangPod::gang);
    }

    /** Whether kube-scheduler does not see the pod yet because of a scheduling gate that is not ours. */
    public boolean isGated(String key) {
        GangPod pod = pods.get(key);
        return pod != null && pod.gated();
    }

    /** The rank of the most important pod of a gang. */
    public synchronized PodRank rank(String id) {
        Gang gang = gangs.get(id);
        return gang == null
                ? PodRank.LOWEST
                : gang.children.keySet().stream()
                        .map(key -> Objects.requireNonNull(pods.get(key)).rank())
                        .min(PodRank.QUEUE)
                        .orElse(PodRank.LOWEST);
    }

    /** A gang as it is now. */
    public synchronized Optional<Snapshot> find(String id) {
        Gang gang = present(id);
        return gang == null
                ? Optional.empty()
                : Optional.of(new Snapshot(
                        id,
                        gang.spec,
                        List.copyOf(gang.children.keySet()),
                        Set.copyOf(gang.waiting),
                        Set.copyOf(gang.bound)));
    }

    /** The id of the gang's group; of a gang that nothing has declared its own. */
    public synchronized String groupId(String id) {
        Gang gang = present(id);
        return gang == null || gang.spec == null ? id : gang.group;
    }

    /** Ids of all gangs, in no order. */
    public synchronized List<String> ids() {
        return gangs.keySet().stream().filter(id -> present(id) != null).toList();
    }

    /** When the oldest pod of a gang came that has no node; empty when each has one. */
    public synchronized Optional<Instant> waitsSince(String id) {
        Gang gang = present(id);
        return gang == null
                ? Optional.empty()
                : gang.children.keySet().stream()
                        .filter(key -> !gang.bound.contains(key))
                        .map(key -> Objects.requireNonNull(pods.get(key)).rank().createdAt())
                        .min(Comparator.naturalOrder());
    }

    /** The gangs that are placed together with this one, itself among them; those that exist. */
    public synchronized List<Snapshot> groupOf(String id) {
        Gang gang = present(id);
        if (gang == null || gang.spec == null) {
            return List.of();
        }
        return gang.spec.group().stream()
                .distinct()
                .flatMap(one -> find(one).stream())
                .toList();
    }

    /** Another value after each change on which a plan of the gang depends; pods change in the ledger before. */
    synchronized List<Long> changes(String id) {
        List<Long> numbers = new ArrayList<>();
        Gang gang = gangs.get(id);
        if (gang != null) {
            numbers.add(gang.changed);
            List<String> group = gang.spec == null ? List.of() : gang.spec.group();
            group.forEach(name -> {
                Gang other = gangs.get(name);
                numbers.add(other == null ? -1L : other.changed);
            });
        }
        return numbers;
    }

    /** Whether pods of the gang may be placed now. */
    public synchronized GangEntry entry(String id) {
        Gang gang = present(id);
        if (gang == null) {
            return GangEntry.NO_GANG;
        }
        GangSpec spec = gang.spec;
        if (spec == null) {
            return GangEntry.NOT_INITIALIZED;
        }
        if (isSatisfied(spec)) {
            return GangEntry.ALLOWED;
        }
        for (String name : spec.group()) {
            Gang member = present(name);
            if (member == null) {
                return GangEntry.MEMBER_GANG_MISSING;
            }
            if (member.spec == null) {
                return GangEntry.MEMBER_GANG_NOT_INITIALIZED;
            }
            if (member.children.size() < member.spec.minimum()) {
                return GangEntry.NOT_ENOUGH_PODS;
            }
        }
        return GangEntry.ALLOWED;
    }

    /** Whether pods of the gang wait for no others any more. */
    public synchronized boolean isSatisfied(String id) {
        Gang gang = present(id);
        return gang != null && gang.spec != null && isSatisfied(gang.spec);
    }

    private boolean isSatisfied(GangSpec spec) {
        return spec.policy() == MatchPolicy.ONCE_SATISFIED && groups.getOrDefault(spec.groupId(), false);
    }

    /** A pod has a place: from now on it waits, until its whole group is complete. */
    public synchronized Permit permit(String key) {
        GangPod pod = pods.get(key);
        Gang gang = pod == null ? null : present(pod.gang());
        if (gang == null) {
            return new Permit(false, Duration.ZERO);
        }
        gang.waiting.add(key);
        GangSpec spec = gang.spec;
        if (spec == null) {
            return new Permit(false, Duration.ZERO);
        }
        return spec.group().stream().allMatch(this::isComplete)
                ? new Permit(true, Duration.ZERO)
                : new Permit(false, spec.patience());
    }

    private boolean isComplete(String id) {
        Gang gang = present(id);
        if (gang == null || gang.spec == null) {
            return false;
        }
        long waiting = gang.waiting.size();
        return switch (gang.spec.policy()) {
            case ONLY_WAITING -> waiting >= gang.spec.minimum();
            case WAITING_AND_RUNNING -> waiting + gang.bound.size() >= gang.spec.minimum();
            case ONCE_SATISFIED -> waiting >= gang.spec.minimum() || isSatisfied(gang.spec);
        };
    }

    /** A pod has no place any more. */
    public synchronized void leave(String key) {
        GangPod pod = pods.get(key);
        Gang gang = pod == null ? null : gangs.get(pod.gang());
        if (gang != null) {
            gang.waiting.remove(key);
        }
    }

    /** A pod is bound. */
    public synchronized void bound(String key) {
        GangPod pod = pods.get(key);
        Gang gang = pod == null ? null : gangs.get(pod.gang());
        if (gang == null) {
            return;
        }
        gang.waiting.remove(key);
        if (gang.bound.add(key)) {
            changed(gang);
        }
        groups.computeIfPresent(gang.group, (id, satisfied) -> true);
    }
}

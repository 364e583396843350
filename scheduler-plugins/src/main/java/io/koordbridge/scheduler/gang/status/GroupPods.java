package io.koordbridge.scheduler.gang.status;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.scheduler.gang.plan.GangReader;
import io.koordbridge.scheduler.view.ClusterListener;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The pods of gangs that are not done, and which gangs changed. Thread-safe. */
public final class GroupPods implements ClusterListener {

    /** By id of the gang, then by uid in the order of their coming. */
    private final Map<String, Map<String, Member>> gangs = new HashMap<>();
    /** Ids of gangs by uid. */
    private final Map<String, String> gangOf = new HashMap<>();

    private final Set<String> changed = new HashSet<>();
    /** Ids of gangs of which pods ended or were deleted. */
    private final Set<String> shrunk = new HashSet<>();

    private record Member(boolean bound, boolean running, String owners) {}

    @Override
    public synchronized void podSeen(Pod pod) {
        String uid = Objects.requireNonNullElse(pod.getMetadata().getUid(), "");
        Optional<String> gang = GangReader.gangOf(pod);
        String before = gangOf.get(uid);
        if (before != null && !gang.equals(Optional.of(before))) {
            podGone(uid, "");
        }
        if (gang.isEmpty()) {
            return;
        }
        boolean running =
                pod.getStatus() != null && "Running".equals(pod.getStatus().getPhase());
        Member now = new Member(!PodPlacement.nodeName(pod).isEmpty(), running, owners(pod));
        gangOf.put(uid, gang.get());
        Member known =
                gangs.computeIfAbsent(gang.get(), id -> new LinkedHashMap<>()).put(uid, now);
        if (!now.equals(known)) {
            changed.add(gang.get());
        }
    }

    private static String owners(Pod pod) {
        String namespace = Objects.requireNonNullElse(pod.getMetadata().getNamespace(), "default");
        return pod.getMetadata().getOwnerReferences().stream()
                .map(owner -> namespace + "/" + owner.getName())
                .sorted()
                .collect(Collectors.joining(","));
    }

    @Override
    public synchronized void podGone(String uid, String key) {
        String gang = gangOf.remove(uid);
        Map<String, Member> members = gang == null ? null : gangs.get(gang);
        if (gang == null || members == null) {
            return;
        }
        members.remove(uid);
        if (members.isEmpty()) {
            gangs.remove(gang);
        }
        changed.add(gang);
        shrunk.add(gang);
    }

    /** The gangs that changed since the last call. */
    synchronized Set<String> takeChanged() {
        Set<String> taken = Set.copyOf(changed);
        changed.clear();
        return taken;
    }

    /** Whether pods of a gang ended or were deleted since the last call for it. */
    synchronized boolean takeShrunk(String gang) {
        return shrunk.remove(gang);
    }

    /** The pods of a gang, with those that are done. */
    synchronized PodCounts counts(String gang, Done done) {
        Map<String, Member> members = gangs.getOrDefault(gang, Map.of());
        int ended = done.succeeded() + done.failed();
        int bound = (int) members.values().stream().filter(Member::bound).count();
        int running = (int) members.values().stream().filter(Member::running).count();
        String owners =
                members.values().stream().findFirst().map(Member::owners).orElse("");
        return new PodCounts(members.size() + ended, bound + ended, running, done.succeeded(), done.failed(), owners);
    }

    /** How many pods are done and still exist. */
    public record Done(int succeeded, int failed) {

        static final Done NONE = new Done(0, 0);
    }
}

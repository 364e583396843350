package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.bind.BindRequest;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A group of gangs on its way to its nodes. Guarded by {@link GangState}. */
final class GangAttempt {

    private static final Duration ASK_AGAIN = Duration.ofSeconds(1);
    /** Room is kept so much longer for each gate that has to be opened first. */
    private static final Duration FOR_A_GATE = Duration.ofMillis(20);

    private static final Duration REST = Duration.ofMinutes(1);

    /** Id of the gang that was asked about first. */
    final String gang;
    /** Nodes by pod key; empty without a plan. */
    final Map<String, Place> places = new LinkedHashMap<>();
    /** Pods that filter refused since the last plan, by key: they have to be tried again. */
    final Map<String, PodFacts> refused = new LinkedHashMap<>();
    /** Binds that wait, by pod key. */
    final Map<String, Arrival> arrivals = new LinkedHashMap<>();
    /** Binds that go on, by pod uid: a pod of the same name is another one. */
    private final Map<String, Going> binding = new HashMap<>();
    /** What kube-scheduler refuses. */
    final Vetoes vetoes;

    Instant askedAt = Instant.EPOCH;
    Instant deadline = Instant.EPOCH;
    /** How long binds may come together after the last gate is open; null when they do so already. */
    @Nullable
    Duration patience;

    Instant restsUntil = Instant.EPOCH;
    Instant triedAt = Instant.EPOCH;
    /** Plans that kube-scheduler refused since the last rest. */
    int failures;
    /** Whether the binds go on: the minimum has come together. */
    boolean released;
    /** What the last plan lacked, null when it lacked nothing; used by the rounds only. */
    @Nullable
    NoRoom noRoom;
    /** Why there is no plan, for people; stable while nothing changes. */
    String reason = "not planned yet";

    /** Where a pod has its room. */
    record Place(PodFacts pod, String node) {

        boolean isFor(BindRequest request) {
            return request.uid().equals(pod.uid()) && request.node().equals(node);
        }
    }

    /** A bind that waits. */
    record Arrival(BindRequest request, Runnable go, Consumer<String> refuse) {}

    /** A bind that goes on, and how many of the group are bound together with it. */
    private record Going(String key, int together) {}

    /**
     * An attempt without a plan.
     *
     * @param vetoes none yet
     */
    GangAttempt(String gang, Vetoes vetoes) {
        this.gang = gang;
        this.vetoes = vetoes;
    }

    /** Keys of the pods that have a place in the plan, or are being bound. */
    Set<String> withRoom() {
        Set<String> keys = new HashSet<>(places.keySet());
        binding.values().forEach(one -> keys.add(one.key()));
        return keys;
    }

    /** The place of a pod, null without one: a pod of the same name is another one. */
    @Nullable
    Place placeOf(PodFacts pod) {
        Place place = places.get(pod.key());
        return place != null && place.pod().uid().equals(pod.uid()) ? place : null;
    }

    /** Whether binds of it go on. */
    boolean isBinding() {
        return !binding.isEmpty();
    }

    /** Whether there is a plan, or what is left of it. */
    boolean isPlanned() {
        return !places.isEmpty() || isBinding();
    }

    /** How long the gates of its pods may take to open. */
    Duration opening(Predicate<PodFacts> closed) {
        return FOR_A_GATE.multipliedBy(refused.values().stream().filter(closed).count());
    }

    /** Whether a gate of a planned pod is closed still. The time for the binds begins with the last of them. */
    boolean isOpening(Predicate<PodFacts> closed, Instant now) {
        Duration after = patience;
        if (after == null) {
            return false;
        }
        if (places.values().stream().anyMatch(place -> closed.test(place.pod()))) {
            return true;
        }
        patience = null;
        Instant end = now.plus(after);
        deadline = end.isBefore(deadline) ? end : deadline;
        triedAt = Instant.EPOCH;
        return false;
    }

    /** Has the binds that wait go on together. */
    List<Runnable> release() {
        released = true;
        failures = 0;
        vetoes.clear();
        int together = binding.size() + arrivals.size();
        List<Runnable> ready = new ArrayList<>();
        arrivals.forEach((key, arrival) -> {
            binding.put(arrival.request().uid(), new Going(key, together));
            places.remove(key);
            ready.add(arrival.go());
        });
        arrivals.clear();
        return ready;
    }

    /** A bind has ended. */
    void ended(String uid) {
        binding.remove(uid);
    }

    /** Pods that have a place and were refused all the same, now and then: another request may ask about their node. */
    List<PodFacts> toAskAgain(Instant now) {
        if (now.isBefore(triedAt.plus(ASK_AGAIN))) {
            return List.of();
        }
        List<PodFacts> again = refused.values().stream()
                .filter(pod -> places.containsKey(pod.key()))
                .toList();
        if (!again.isEmpty()) {
            triedAt = now;
            again.forEach(pod -> refused.remove(pod.key()));
        }
        return again;
    }

    /** After some plans that kube-scheduler refused the group rests; what is refused is tried anew behind that. */
    void countRefusal(int most, Instant now) {
        if (++failures >= most) {
            failures = 0;
            vetoes.clear();
            restsUntil = now.plus(REST);
            reason = "kube-scheduler refused " + most + " plans, the next is made after " + restsUntil;
        }
    }

    /** Forgets refused pods that wait no more, and what was refused to others. */
    void keepOnly(Predicate<PodFacts> waits) {
        refused.values().removeIf(waits.negate());
        vetoes.keepOnly(refused.values().stream().map(PodFacts::uid).collect(Collectors.toSet()));
    }

    /** How far it is, for people. */
    String standing() {
        if (places.isEmpty()) {
            return isBinding() ? "its pods are being bound" : reason;
        }
        return "planned, its binds come together until " + deadline;
    }

    /** Annotations of the Binding of a pod that is bound together with others; none for one alone. */
    Map<String, String> annotations(String group, String uid) {
        Going going = binding.get(uid);
        int together = going == null ? 0 : going.together();
        String count = Integer.toString(together);
        return together < 2
                ? Map.of()
                : Map.of(
                        Annotations.BIND_GANG_GROUP_ID, group,
                        Annotations.BIND_GANG_GROUP_ID_OLD, group,
                        Annotations.BIND_GANG_MEMBER_COUNT, count,
                        Annotations.BIND_GANG_MEMBER_COUNT_OLD, count);
    }
}

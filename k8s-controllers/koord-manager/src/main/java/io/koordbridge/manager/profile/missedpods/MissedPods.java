package io.koordbridge.manager.profile.missedpods;

import io.koordbridge.manager.profile.missedpods.MissedPodRule.Finding;
import io.koordbridge.manager.profile.missedpods.MissedPodRule.Judgement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Pods that are suspected of having been missed, and those that were. All others are forgotten at once, so that the memory
 * does not grow with the cluster. Thread-safe.
 */
final class MissedPods {

    /** Suspects and missed pods that are kept, each. */
    static final int CAPACITY = 10_000;

    /** Time for caches that the judgement reads to catch up. */
    static final Duration SETTLING = Duration.ofSeconds(10);

    private final Map<String, Suspect> suspects = new LinkedHashMap<>();
    private final Map<String, Missed> missed = new LinkedHashMap<>();
    private final Set<String> told = new LinkedHashSet<>();
    private long dropped;

    /** A pod that may have been missed. */
    record Suspect(PodFacts pod, Instant since) {}

    /** A missed pod. */
    record Missed(PodFacts pod, List<String> profiles, boolean isReported) {

        Missed {
            profiles = List.copyOf(profiles);
        }

        private Missed with(PodFacts newer, boolean reported) {
            return new Missed(newer, profiles, reported);
        }
    }

    /** Takes in a judgement on a pod that was just seen. */
    synchronized void seen(PodFacts pod, Judgement judgement, Instant now) {
        String key = pod.key();
        if (judgement.finding() == Finding.FINE || judgement.finding() == Finding.UNDECIDED) {
            forget(key);
            return;
        }
        Missed known = missed.get(key);
        if (known != null && known.pod().uid().equals(pod.uid())) {
            missed.put(key, known.with(pod, known.isReported()));
            return;
        }
        missed.remove(key);
        Suspect before = suspects.get(key);
        boolean same = before != null && before.pod().uid().equals(pod.uid());
        if (before != null || hasRoom()) {
            suspects.put(key, new Suspect(pod, before != null && same ? before.since() : now));
        }
    }

    private boolean hasRoom() {
        if (suspects.size() < CAPACITY) {
            return true;
        }
        dropped++;
        return false;
    }

    /** A pod is gone. */
    synchronized void forget(String key) {
        suspects.remove(key);
        missed.remove(key);
    }

    /** All pods that exist are about to be seen again. */
    synchronized void forgetAll() {
        suspects.clear();
        missed.clear();
    }

    /** Judges settled suspects and all missed pods again. */
    synchronized void review(Function<PodFacts, Judgement> judge, Instant now) {
        missed.values().removeIf(one -> judge.apply(one.pod()).finding() != Finding.MISSED);
        for (Suspect suspect : List.copyOf(suspects.values())) {
            if (suspect.since().plus(SETTLING).isAfter(now)) {
                continue;
            }
            Judgement judgement = judge.apply(suspect.pod());
            suspects.remove(suspect.pod().key());
            if (judgement.finding() == Finding.MISSED) {
                keep(suspect.pod(), judgement);
            }
        }
    }

    private void keep(PodFacts pod, Judgement judgement) {
        if (missed.size() < CAPACITY) {
            missed.put(pod.key(), new Missed(pod, judgement.profiles(), told.contains(pod.uid())));
        } else {
            dropped++;
        }
    }

    /** Takes up to a number of unreported missed pods; they count as reported then. */
    synchronized List<Missed> takeUnreported(int most) {
        List<Missed> taken = new ArrayList<>();
        for (Map.Entry<String, Missed> one : missed.entrySet()) {
            if (!one.getValue().isReported() && taken.size() < most) {
                taken.add(one.getValue());
                one.setValue(one.getValue().with(one.getValue().pod(), true));
                remember(told, one.getValue().pod());
            }
        }
        return taken;
    }

    private static void remember(Set<String> uids, PodFacts pod) {
        uids.add(pod.uid());
        if (uids.size() > CAPACITY) {
            uids.remove(uids.iterator().next());
        }
    }

    synchronized int size() {
        return missed.size();
    }

    /** Pods that were not judged to the end because there were too many. */
    synchronized long dropped() {
        return dropped;
    }
}

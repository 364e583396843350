package io.koordbridge.manager.missedpods;

import io.koordbridge.manager.missedpods.MissedPodRule.Finding;
import io.koordbridge.manager.missedpods.MissedPodRule.Judgement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Pods that are suspected of having been missed, and those that were. Everybody else is forgotten at once, so that the memory
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
    /** Pods that were seen or went since a reading began, null while nobody reads. */
    private @Nullable Set<String> heardOf;

    private long dropped;

    private record Suspect(PodFacts pod, Instant since) {}

    /** A missed pod. */
    record Missed(PodFacts pod, List<String> profiles, boolean isReported) {

        Missed {
            profiles = List.copyOf(profiles);
        }
    }

    /** Takes in a judgement on a pod that was just seen. */
    synchronized void seen(PodFacts pod, Judgement judgement, Instant now) {
        hear(pod.key());
        take(pod, judgement, now);
    }

    /** All pods are about to be read beside what is seen of them. */
    synchronized void beginReading() {
        heardOf = new HashSet<>();
    }

    /** Takes in a judgement on a pod that was read; what was seen of it since the reading began is newer. */
    synchronized void read(PodFacts pod, Judgement judgement, Instant now) {
        if (heardOf != null && !heardOf.contains(pod.key())) {
            take(pod, judgement, now);
        }
    }

    /** Nothing more is read. */
    synchronized void endReading() {
        heardOf = null;
    }

    private void hear(String key) {
        if (heardOf != null) {
            heardOf.add(key);
        }
    }

    private void take(PodFacts pod, Judgement judgement, Instant now) {
        String key = pod.key();
        if (judgement.finding() == Finding.FINE || judgement.finding() == Finding.UNDECIDED) {
            drop(key);
            return;
        }
        Missed known = missed.get(key);
        if (known != null && known.pod().uid().equals(pod.uid())) {
            missed.put(key, new Missed(pod, known.profiles(), known.isReported()));
            return;
        }
        missed.remove(key);
        Suspect before = suspects.get(key);
        boolean same = before != null && before.pod().uid().equals(pod.uid());
        if (before == null && suspects.size() >= CAPACITY) {
            dropped++;
            return;
        }
        suspects.put(key, new Suspect(pod, before != null && same ? before.since() : now));
    }

    /** A pod is gone. */
    synchronized void forget(String key) {
        hear(key);
        drop(key);
    }

    private void drop(String key) {
        suspects.remove(key);
        missed.remove(key);
    }

    /** All pods that exist are about to be seen again, so that a reading has nothing to add. */
    synchronized void forgetAll() {
        heardOf = null;
        suspects.clear();
        missed.clear();
    }

    /** Judges settled suspects and all missed pods again. */
    synchronized void review(Function<PodFacts, Judgement> judge, Instant now) {
        for (Iterator<Missed> all = missed.values().iterator(); all.hasNext(); ) {
            if (judge.apply(all.next().pod()).finding() != Finding.MISSED) {
                all.remove();
            }
        }
        for (Iterator<Suspect> all = suspects.values().iterator(); all.hasNext(); ) {
            Suspect suspect = all.next();
            if (suspect.since().plus(SETTLING).isAfter(now)) {
                continue;
            }
            Judgement judgement = judge.apply(suspect.pod());
            if (judgement.finding() == Finding.MISSED) {
                keep(suspect.pod(), judgement.profiles());
            }
            all.remove();
        }
    }

    private void keep(PodFacts pod, List<String> profiles) {
        if (missed.size() < CAPACITY) {
            missed.put(pod.key(), new Missed(pod, profiles, told.contains(pod.uid())));
        } else {
            dropped++;
        }
    }

    /** Takes up to a number of missed pods that nobody was told of; they count as reported then. */
    synchronized List<Missed> takeUnreported(int most) {
        List<Missed> taken = new ArrayList<>();
        for (Map.Entry<String, Missed> one : missed.entrySet()) {
            if (!one.getValue().isReported() && taken.size() < most) {
                taken.add(one.getValue());
                one.setValue(new Missed(one.getValue().pod(), one.getValue().profiles(), true));
                remember(one.getValue().pod().uid());
            }
        }
        return taken;
    }

    private void remember(String uid) {
        told.add(uid);
        if (told.size() > CAPACITY) {
            told.remove(told.iterator().next());
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

package io.koordbridge.manager.profile.missedpods;

import io.koordbridge.manager.profile.missedpods.MissedPodRule.Finding;
import io.koordbridge.manager.profile.missedpods.MissedPodRule.Judgement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
    /** Pods whose specification was read and is as it should be; it stays so. */
    private final Set<String> lookedAt = new LinkedHashSet<>();
    /** Pods that were seen or went since a reading began, null while no reading runs. */
    private @Nullable Set<String> heardOf;

    private long dropped;
    private boolean unread;

    /** A pod that may have been missed. */
    record Suspect(PodFacts pod, Instant since, Judgement judgement) {}

    /**
     * A missed pod.
     *
     * @param field by what it was found, null when by its marks
     */
    record Missed(
            PodFacts pod, List<String> profiles, @Nullable String field, boolean isReported) {

        Missed {
            profiles = List.copyOf(profiles);
        }

        private Missed with(PodFacts newer, boolean reported) {
            return new Missed(newer, profiles, field, reported);
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

    /** Reading ends. */
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
        if (isNoSuspect(pod, judgement)) {
            drop(key);
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
        if (before != null || hasRoomFor(judgement)) {
            suspects.put(key, new Suspect(pod, before != null && same ? before.since() : now, judgement));
        }
    }

    private boolean isNoSuspect(PodFacts pod, Judgement judgement) {
        return switch (judgement.finding()) {
            case FINE, UNDECIDED -> true;
            case TO_BE_READ -> lookedAt.contains(pod.uid());
            case UNKNOWN, MISSED -> false;
        };
    }

    /** Those that have to be read may be all pods there are: they leave half of the room to others. */
    private boolean hasRoomFor(Judgement judgement) {
        boolean toBeRead = judgement.finding() == Finding.TO_BE_READ;
        if (suspects.size() < (toBeRead ? CAPACITY / 2 : CAPACITY)) {
            return true;
        }
        if (toBeRead) {
            unread = true;
        } else {
            dropped++;
        }
        return false;
    }

    /** Whether there was a pod that has to be read, and no room for it, since this was asked last. */
    synchronized boolean takeUnread() {
        boolean was = unread;
        unread = false;
        return was;
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

    /**
     * Judges settled suspects and all missed pods again.
     *
     * @return suspects whose specification has to be read
     */
    synchronized List<Suspect> review(Function<PodFacts, Judgement> judge, Instant now) {
        missed.values().removeIf(one -> !isMissed(judge.apply(one.pod()).finding()));
        List<Suspect> toBeRead = new ArrayList<>();
        for (Suspect suspect : List.copyOf(suspects.values())) {
            if (suspect.since().plus(SETTLING).isAfter(now)) {
                continue;
            }
            Judgement judgement = judge.apply(suspect.pod());
            if (judgement.finding() == Finding.TO_BE_READ) {
                toBeRead.add(new Suspect(suspect.pod(), suspect.since(), judgement));
                continue;
            }
            suspects.remove(suspect.pod().key());
            if (judgement.finding() == Finding.MISSED) {
                keep(suspect.pod(), judgement, null);
            }
        }
        return toBeRead;
    }

    /** What was found by reading a specification stays true as long as the profiles say the same. */
    private static boolean isMissed(Finding finding) {
        return finding == Finding.MISSED || finding == Finding.TO_BE_READ;
    }

    /**
     * A suspect's specification was read.
     *
     * @param field the first one that is not as expected, null when all are
     */
    synchronized void wasRead(Suspect suspect, @Nullable String field) {
        Suspect current = suspects.get(suspect.pod().key());
        if (current == null || !current.pod().uid().equals(suspect.pod().uid())) {
            return;
        }
        suspects.remove(suspect.pod().key());
        if (field == null) {
            remember(lookedAt, suspect.pod());
        } else {
            keep(suspect.pod(), suspect.judgement(), field);
        }
    }

    private void keep(PodFacts pod, Judgement judgement, @Nullable String field) {
        if (missed.size() < CAPACITY) {
            missed.put(pod.key(), new Missed(pod, judgement.profiles(), field, told.contains(pod.uid())));
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

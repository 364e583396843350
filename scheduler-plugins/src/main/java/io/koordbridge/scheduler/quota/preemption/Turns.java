package io.koordbridge.scheduler.quota.preemption;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which pods of a quota are tried in a round: a few, and the others before one of them is tried again. */
final class Turns {

    private final int most;
    private final Map<String, Set<String>> triedBefore = new HashMap<>();
    private final Map<String, Integer> now = new HashMap<>();
    /** Quotas of which pods are left for the next round. */
    private final Set<String> cut = new HashSet<>();

    /** So many of a quota in a round. */
    Turns(int most) {
        this.most = most;
    }

    /** A round begins. */
    void begin() {
        now.clear();
        cut.clear();
    }

    /** Whether it is the turn of a pod, which counts as tried then. */
    boolean take(String quota, String uid) {
        Set<String> tried = triedBefore.computeIfAbsent(quota, name -> new HashSet<>());
        if (tried.contains(uid)) {
            return false;
        }
        if (now.merge(quota, 1, Integer::sum) > most) {
            cut.add(quota);
            return false;
        }
        return tried.add(uid);
    }

    /** A round in which all pods were looked at ends: where each has had its turn, the first one is next. */
    void end() {
        triedBefore.keySet().retainAll(cut);
    }
}

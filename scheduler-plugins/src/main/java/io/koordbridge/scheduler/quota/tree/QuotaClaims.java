package io.koordbridge.scheduler.quota.tree;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Pods for which room is being made in their quota, with the end of that. Guarded by {@link QuotaLedger}. */
final class QuotaClaims {

    private final Map<String, Instant> ends = new HashMap<>();

    /** Room is made for a pod until a time; null gives it up. */
    void put(String key, @Nullable Instant until) {
        if (until == null) {
            ends.remove(key);
        } else {
            ends.put(key, until);
        }
    }

    boolean has(String key) {
        return ends.containsKey(key);
    }

    /** Gives up those that are over, of pods that are gone or bound among them, and returns their number. */
    int expire(Instant now, Map<String, QuotaMember> members) {
        int before = ends.size();
        ends.entrySet().removeIf(claim -> {
            QuotaMember member = members.get(claim.getKey());
            return now.isAfter(claim.getValue())
                    || member == null
                    || member.pod().bound();
        });
        return before - ends.size();
    }

    /** Other pods of the quota for which room is being made and that do not have it yet. */
    List<QuotaMember> beside(QuotaMember member, Map<String, QuotaMember> members) {
        return ends.isEmpty()
                ? List.of()
                : ends.keySet().stream()
                        .map(members::get)
                        .filter(Objects::nonNull)
                        .filter(other -> !other.pod().uid().equals(member.pod().uid())
                                && other.quota().equals(member.quota())
                                && !other.assigned())
                        .toList();
    }
}

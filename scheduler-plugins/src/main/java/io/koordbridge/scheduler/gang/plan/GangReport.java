package io.koordbridge.scheduler.gang.plan;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far a gang is.
 *
 * @param id namespace and name
 * @param minimum fewest pods that are placed; null while nothing has declared it
 * @param reason for people
 * @param waitsSince when the oldest pod without a node came
 */
public record GangReport(
        String id, @Nullable Long minimum, Pods pods, State state, String reason, Optional<Instant> waitsSince) {

    private static final int MOST_NAMED = 5;

    /** From the one that needs a person most to the one that needs none. */
    public enum State {
        /** Pods, its PodGroup or a gang of its group are missing. */
        INCOMPLETE,
        /** It has no room yet, or kube-scheduler has not asked for it. */
        WAITING,
        /** Its minimum has room; the binds come together. */
        PLANNED,
        PLACED
    }

    /**
     * Its pods.
     *
     * @param present all that exist and are not done
     * @param withRoom those with room on a node, by the plan
     * @param binding those whose bind waits for the others
     * @param bound those that have a node
     */
    public record Pods(int present, int withRoom, int binding, int bound) {}

    /** The numbers in words, with the names of pods that have neither a node nor room. */
    String counts(List<String> absent) {
        String named = absent.isEmpty()
                ? ""
                : " (without room: " + String.join(", ", absent.subList(0, Math.min(MOST_NAMED, absent.size())))
                        + (absent.size() > MOST_NAMED ? ", ..." : "") + ")";
        return "minimum " + (minimum == null ? "unknown" : minimum) + ", pods " + pods.present() + named
                + ", with room " + pods.withRoom() + ", waiting in their bind " + pods.binding() + ", bound "
                + pods.bound();
    }
}

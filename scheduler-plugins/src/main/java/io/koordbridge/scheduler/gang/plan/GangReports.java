package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.scheduler.gang.plan.GangBook.Snapshot;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How far gangs are, in numbers and in words. Guarded by {@link GangState}. */
final class GangReports {

    private final GangBook book;

    GangReports(GangBook book) {
        this.book = book;
    }

    /**
     * How far a gang is.
     *
     * @param attempt of its group, null without one
     */
    GangReport of(Snapshot gang, @Nullable GangAttempt attempt) {
        GangReport.State state = state(gang, attempt);
        int withRoom = attempt == null
                ? 0
                : (int) gang.pods().stream().filter(attempt.places::containsKey).count();
        return new GangReport(
                gang.id(),
                gang.spec() == null ? null : gang.spec().minimum(),
                new GangReport.Pods(
                        gang.pods().size(),
                        withRoom,
                        gang.waiting().size(),
                        gang.bound().size()),
                state,
                state == GangReport.State.PLACED ? "placed" : standing(gang.id(), attempt),
                book.waitsSince(gang.id()));
    }

    /** The same in lines for people. */
    List<String> details(Snapshot gang, @Nullable GangAttempt attempt) {
        GangReport report = of(gang, attempt);
        String start = "gang " + report.id() + ": ";
        return List.of(start + report.reason(), start + report.counts(absent(gang, attempt)));
    }

    private GangReport.State state(Snapshot gang, @Nullable GangAttempt attempt) {
        GangSpec spec = gang.spec();
        if ((spec != null && gang.bound().size() >= spec.minimum()) || book.isSatisfied(gang.id())) {
            return GangReport.State.PLACED;
        }
        if (book.entry(gang.id()) != GangEntry.ALLOWED) {
            return GangReport.State.INCOMPLETE;
        }
        return attempt == null || !attempt.isPlanned() ? GangReport.State.WAITING : GangReport.State.PLANNED;
    }

    /** The pods of a gang that have neither a node nor room, by name; the first ones of many. */
    private static List<String> absent(Snapshot gang, @Nullable GangAttempt attempt) {
        Set<String> withRoom = attempt == null ? Set.of() : attempt.withRoom();
        return gang.pods().stream()
                .filter(key -> !gang.bound().contains(key) && !withRoom.contains(key))
                .sorted()
                .toList();
    }

    private String standing(String gang, @Nullable GangAttempt attempt) {
        GangEntry entry = book.entry(gang);
        if (entry != GangEntry.ALLOWED) {
            return entry.words();
        }
        return attempt == null ? "kube-scheduler has not asked about it yet" : attempt.standing();
    }
}

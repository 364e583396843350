package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What application masters hold is asked before a shrink that could reach them, and again when it has taken effect, for those that started in
 * between. YARN specification section 6.4.
 *
 * @param number of the last question, 0 before the first
 * @param first when the first of the questions without an answer was asked, null when it can do without one
 * @param last when the last one was asked
 * @param told whether it was announced that there was no answer
 */
@PureCore
public record MastersQuestion(long number, @Nullable Instant first, Instant last, boolean told) {

    static final MastersQuestion NONE = new MastersQuestion(0, null, Instant.EPOCH, false);

    /** An answer comes within this, or it is not waited for. */
    private static final Duration WAITS = Duration.ofSeconds(1);

    /** How long what was heard without a question is still good. */
    private static final Duration HEARD = Duration.ofSeconds(5);

    /** How long a question is not repeated: late answers would keep a lease moving forever. */
    private static final Duration LASTS = Duration.ofSeconds(15);

    /** The question before a shrink. */
    MastersQuestion next(Masters masters, Instant now) {
        Instant open = answeredBy(masters) ? null : first;
        return new MastersQuestion(number + 1, open == null ? now : open, now, open != null && told);
    }

    /** The question when it has taken effect: behind an answer it only adds to that. */
    MastersQuestion again(Masters masters, Instant now) {
        return recent(now) && answeredBy(masters)
                ? new MastersQuestion(number + 1, null, now, false)
                : next(masters, now);
    }

    MastersQuestion announced() {
        return new MastersQuestion(number, first, last, true);
    }

    private boolean answeredBy(Masters masters) {
        return masters.held() != null && !masters.askedAt().isBefore(last);
    }

    /** Whether it was asked a moment ago: the answer, or that there was none, is still good. */
    boolean recent(Instant now) {
        return number > 0 && now.isBefore(last.plus(LASTS));
    }

    /** Whether the answer may still come in time. */
    boolean waits(Instant now) {
        return number > 0 && now.isBefore(last.plus(WAITS));
    }

    /** Whether it was asked, and there was no answer in time. */
    public boolean unanswered(Masters masters, Instant now) {
        return first != null && !answeredBy(masters) && !now.isBefore(first.plus(WAITS));
    }

    /**
     * Whether it is known well enough what masters hold to begin a shrink. An answer of zero does not hold for the time after it.
     *
     * @param since start of the shrink
     */
    boolean settled(Masters masters, Instant since, Instant now) {
        if (masters.held() == null) {
            return false;
        }
        Instant askedAt = masters.askedAt();
        boolean some = !masters.held().equals(YarnAmount.ZERO);
        return !askedAt.isBefore(since)
                || (recent(now) && !askedAt.isBefore(last))
                || (some && !askedAt.isBefore(now.minus(HEARD)));
    }

    /**
     * What masters may hold: what was said, and without an answer in time the largest container that could be one beside it; all of them where a
     * drain must not end a master.
     *
     * @param lease bounds what is said: containers never hold more
     * @param settings with the size of such a container
     */
    YarnAmount kept(NodeObservation seen, ManagersInUse managers, YarnAmount lease, LeaseConfig settings) {
        Masters masters = seen.masters();
        YarnAmount said = masters.held() == null ? YarnAmount.ZERO : masters.held();
        Instant reported = seen.now().minus(managers.oldestReport());
        // A master may have started after the report, and may have ended before it.
        YarnAmount most = masters.askedAt().isAfter(reported) ? lease.max(managers.used()) : managers.used();
        YarnAmount known = said.min(most);
        if (!unanswered(masters, seen.now())) {
            return known;
        }
        YarnAmount one = known.plus(settings.spare()).min(managers.used());
        return known.max(settings.orders().unknownMasters(one, managers.used()));
    }
}

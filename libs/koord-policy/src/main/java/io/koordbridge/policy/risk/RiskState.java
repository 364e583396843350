package io.koordbridge.policy.risk;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Memory of one resource of one node: some kilobytes, whatever its age. A value; nothing in it changes.
 */
public final class RiskState {

    /** Of a node that was never seen. */
    public static final RiskState NEW = new RiskState(null, null, null, 0, null, List.of());

    private final @Nullable Instant at;
    private final @Nullable RiskChoice choice;
    private final @Nullable RiskChoice resumed;
    private final double published;
    private final @Nullable Boolean waitingShort;
    private final List<CandidateHistory> histories;

    RiskState(
            @Nullable Instant at,
            @Nullable RiskChoice choice,
            @Nullable RiskChoice resumed,
            double published,
            @Nullable Boolean waitingShort,
            List<CandidateHistory> histories) {
        this.at = at;
        this.choice = choice;
        this.resumed = resumed;
        this.published = published;
        this.waitingShort = waitingShort;
        this.histories = List.copyOf(histories);
    }

    /** Of a node for which an earlier process chose: its choice holds until there is a history. */
    public static RiskState resumed(RiskChoice choice) {
        return new RiskState(null, choice, choice, 0, null, List.of());
    }

    @Nullable
    Instant at() {
        return at;
    }

    /** The last choice, null before the first. */
    public @Nullable RiskChoice choice() {
        return choice;
    }

    /** The estimate that was published last, percent of the node. */
    double published() {
        return published;
    }

    /** The choice of an earlier process, null when there was none. */
    @Nullable
    RiskChoice resumed() {
        return resumed;
    }

    /** Whether the use of the last report was short of what was published before it; null when that is not known. */
    @Nullable
    Boolean waitingShort() {
        return waitingShort;
    }

    List<CandidateHistory> histories() {
        return histories;
    }
}

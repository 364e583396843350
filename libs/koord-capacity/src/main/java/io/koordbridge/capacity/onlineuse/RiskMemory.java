package io.koordbridge.capacity.onlineuse;

import io.koordbridge.policy.risk.RiskChoice;
import io.koordbridge.policy.risk.RiskLine;
import io.koordbridge.policy.risk.RiskState;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The choice for one resource of a node, from one report to the next.
 *
 * @param state history of the node
 * @param report time of the report that was counted last, null before the first
 * @param estimate what came of that report, milli-cores or bytes
 * @param learning whether the history is too short to choose by
 * @param lines the candidates of that report
 * @param written the choice that the Node shows, null for none
 */
@PureCore
public record RiskMemory(
        RiskState state,
        @Nullable Instant report,
        long estimate,
        boolean learning,
        List<RiskLine> lines,
        @Nullable RiskChoice written) {

    public RiskMemory {
        lines = List.copyOf(lines);
    }

    /**
     * Of a node that this process does not know yet.
     *
     * @param text what the Node shows of an earlier choice, null for none; one that cannot be read counts as none
     */
    static RiskMemory begun(@Nullable String text) {
        Optional<RiskChoice> earlier = text == null ? Optional.empty() : RiskChoice.parse(text);
        return new RiskMemory(
                earlier.map(RiskState::resumed).orElse(RiskState.NEW), null, 0, true, List.of(), earlier.orElse(null));
    }

    /** The memory that there is, or that of a node that this process does not know yet. */
    static RiskMemory known(@Nullable RiskMemory memory, @Nullable String text) {
        return memory == null ? begun(text) : memory;
    }

    /** The choice, empty where the report was not counted. */
    Optional<RiskLine> chosenFor(Instant reportedAt) {
        return reportedAt.equals(report)
                ? lines.stream().filter(RiskLine::chosen).findFirst()
                : Optional.empty();
    }

    /** For the Node. */
    @Nullable
    String text() {
        return written == null ? null : written.text();
    }
}

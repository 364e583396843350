package io.koordbridge.capacity.onlineuse;

import io.koordbridge.policy.risk.RiskChoice;
import io.koordbridge.policy.risk.RiskLine;
import io.koordbridge.policy.risk.RiskState;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
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
     * @param earlier choice that the Node shows, null for none
     */
    private static RiskMemory begun(@Nullable RiskChoice earlier) {
        return new RiskMemory(
                earlier == null ? RiskState.NEW : RiskState.resumed(earlier), null, 0, true, List.of(), earlier);
    }

    /** The memory that there is, or that of a node that this process does not know yet. */
    static RiskMemory known(@Nullable RiskMemory memory, @Nullable RiskChoice shown) {
        return memory == null ? begun(shown) : memory;
    }

    /** Whether the Node shows no choice although there is one. */
    boolean isFirst() {
        return written == null && state.choice() != null;
    }

    /** Whether the choice says something else than the one that the Node shows. */
    boolean isOther() {
        RiskChoice choice = state.choice();
        return choice != null && written != null && choice.differsFrom(written);
    }

    /**
     * Whether the choice is more careful than the one that the Node shows. Two candidates are compared by the last report; where it does
     * not have both, that is not known.
     */
    boolean isMoreCareful() {
        RiskChoice choice = state.choice();
        if (choice == null || written == null) {
            return false;
        }
        if (choice.candidate().equals(written.candidate())) {
            return choice.isMoreCarefulThan(written, choice.marginPercent() - written.marginPercent());
        }
        OptionalDouble now = expected(choice);
        OptionalDouble shown = expected(written);
        return now.isPresent()
                && shown.isPresent()
                && choice.isMoreCarefulThan(written, now.getAsDouble() - shown.getAsDouble());
    }

    /** The use that a choice expects by the last report, percent of the node. */
    private OptionalDouble expected(RiskChoice choice) {
        return lines.stream()
                .filter(line -> line.candidate().equals(choice.candidate()))
                .mapToDouble(line -> line.estimatePercent() - line.marginPercent() + choice.marginPercent())
                .findFirst();
    }

    /** The same, where the Node shows the choice unless what it shows is as good. */
    RiskMemory shown() {
        return isFirst() || isOther() ? new RiskMemory(state, report, estimate, learning, lines, state.choice()) : this;
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

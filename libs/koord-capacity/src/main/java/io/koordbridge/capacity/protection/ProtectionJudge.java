package io.koordbridge.capacity.protection;

import io.koordbridge.capacity.batchresource.ReportCheck;
import io.koordbridge.capacity.protection.NodeProtection.State;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether a node may offer capacity; product design section 3.12.
 *
 * <table>
 * <caption>First row that fits</caption>
 * <tr><th>fact</th><th>state</th><th>effect</th></tr>
 * <tr><td>no NodeSLO, suppression off in it, or the agent's annotation</td><td>{@link State#UNPROTECTED}</td>
 * <td>no growth; after {@link #PATIENCE} nothing is offered</td></tr>
 * <tr><td>no report, or the last one is older than two periods</td><td>{@link State#STALE}</td>
 * <td>no growth; nothing is offered from {@code degradeTimeMinutes} on, by the calculation</td></tr>
 * <tr><td>the first row, where a setting permits it</td><td>{@link State#PERMITTED}</td><td>none</td></tr>
 * <tr><td>otherwise</td><td>{@link State#PROTECTED}</td><td>none</td></tr>
 * </table>
 */
@PureCore
public final class ProtectionJudge {

    /** For how long a node without protection may offer what it shows. */
    public static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final int PERIODS = 2;
    private static final Duration JUST_AFTER = Duration.ofMillis(1);

    private ProtectionJudge() {}

    /**
     * Judges a node.
     *
     * @param permitted whether a setting permits capacity without protection; it permits nothing on stale reports
     * @param since what the judgement before said about {@link NodeProtection#unprotectedSince}. A process that has just started or
     *     begun to lead does not know it and passes null: the time counts from then
     */
    public static NodeProtection judge(ProtectionFacts facts, boolean permitted, @Nullable Instant since, Instant now) {
        Optional<String> cause = cause(facts);
        if (cause.isPresent() && !permitted) {
            return unprotected(cause.get(), since == null || since.isAfter(now) ? now : since, now);
        }
        Optional<String> silence = silence(facts, now);
        if (silence.isPresent()) {
            return new NodeProtection(State.STALE, silence.get(), null, false, Optional.empty());
        }
        return new NodeProtection(
                cause.isPresent() ? State.PERMITTED : State.PROTECTED,
                cause.orElse(""),
                null,
                false,
                lastReport(facts).map(from -> from.plus(limit(facts)).plus(JUST_AFTER)));
    }

    /** Why the agent counts as silent; empty while its reports come. */
    static Optional<String> silence(ProtectionFacts facts, Instant now) {
        Instant reported = facts.reportedAt();
        if (reported == null) {
            return Optional.of("no report of an agent");
        }
        return ReportCheck.age(reported, facts.seenAt(), now).compareTo(limit(facts)) > 0
                ? lastReport(facts).map(from -> "no report of the agent since " + from)
                : Optional.empty();
    }

    private static Duration limit(ProtectionFacts facts) {
        return facts.reportPeriod().multipliedBy(PERIODS);
    }

    /** By its own time or ours, whichever is earlier. */
    private static Optional<Instant> lastReport(ProtectionFacts facts) {
        Instant seen = facts.seenAt();
        return Optional.ofNullable(facts.reportedAt())
                .map(reported -> seen == null || reported.isBefore(seen) ? reported : seen);
    }

    private static NodeProtection unprotected(String why, Instant since, Instant now) {
        Instant end = since.plus(PATIENCE);
        boolean ended = !now.isBefore(end);
        return new NodeProtection(State.UNPROTECTED, why, since, ended, ended ? Optional.empty() : Optional.of(end));
    }

    /** Why batch work is not held back on the node. */
    private static Optional<String> cause(ProtectionFacts facts) {
        if (facts.suppression() == null) {
            return Optional.of("no NodeSLO");
        }
        return facts.suppression()
                ? Optional.ofNullable(facts.agent()).map("agent: "::concat)
                : Optional.of("suppression is off");
    }
}

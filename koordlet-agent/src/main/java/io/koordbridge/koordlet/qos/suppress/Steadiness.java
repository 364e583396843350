package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.nodeslo.SuppressSettings;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.policy.suppress.SteadyAllowance;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.Optional;

/**
 * What lies around the formula of the allowance: a start that waits, and samples whose noise does not count.
 *
 * @param since when the load was known first; empty before
 * @param allowance of the samples so far
 */
@PureCore
public record Steadiness(Optional<Instant> since, SteadyAllowance allowance) {

    /** Of a process that starts. */
    public static final Steadiness START = new Steadiness(Optional.empty(), SteadyAllowance.NONE);

    /** Of a process that has measured for long and decides for the first time. */
    public static final Steadiness MEASURED = new Steadiness(Optional.of(Instant.EPOCH), SteadyAllowance.NONE);

    /** A decision, and what is remembered. */
    record Outcome(SuppressDecision decision, Steadiness next) {}

    /** What is done with a decision of the formula. */
    Outcome around(SuppressDecision decision, Optional<SuppressSettings> settings, Optional<NodeLoad> load, Tick tick) {
        if (!decision.limits() || settings.isEmpty() || load.isEmpty()) {
            return new Outcome(decision, new Steadiness(since, SteadyAllowance.NONE));
        }
        Instant first = since.orElse(tick.at());
        if (SuppressStart.waits(first, tick.at(), load.get(), settings.get().thresholdPercent())) {
            return new Outcome(
                    SuppressDecision.nothing("starting"), new Steadiness(Optional.of(first), SteadyAllowance.NONE));
        }
        long sample = decision.allowanceMilliCpu();
        long capacity = load.get().capacityMilliCpu();
        if (tick.cause() != Tick.Cause.TIMER) {
            return new Outcome(decision.allowing(allowance.milliCpu(sample, capacity)), this);
        }
        SteadyAllowance next = allowance.next(sample, capacity);
        return new Outcome(decision.allowing(next.milliCpu()), new Steadiness(Optional.of(first), next));
    }
}

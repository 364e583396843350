package io.koordbridge.koordlet.strategy;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/** What a file gets when two strategies want different values in it. */
@PureCore
public final class MergeRules {

    private static final Map<Knob<?>, BinaryOperator<Intent>> RULES = Map.of(
            Knob.CPU_CFS_QUOTA, MergeRules::tighter,
            Knob.MEMORY_LIMIT, MergeRules::tighter,
            Knob.MEMORY_HIGH, MergeRules::tighter,
            Knob.CPU_SHARES, MergeRules::heavier,
            Knob.CPUSET_CPUS, MergeRules::later);

    private MergeRules() {}

    /** The rule of a knob; empty when only one strategy may write it. */
    public static Optional<BinaryOperator<Intent>> of(Knob<?> knob) {
        return Optional.ofNullable(RULES.get(knob));
    }

    /** The smaller limit; -1 is no limit. */
    private static Intent tighter(Intent one, Intent other) {
        return limit(other) < limit(one) ? other : one;
    }

    /** The larger weight: a NodeManager's pod weighs more than its request. */
    private static Intent heavier(Intent one, Intent other) {
        return weight(other) > weight(one) ? other : one;
    }

    private static long weight(Intent intent) {
        return Long.parseLong(intent.update().value());
    }

    /** CPUs that the scheduler gave win over those of the tier: it gives best-effort pods some only with the gate for that. */
    private static Intent later(Intent one, Intent other) {
        return other;
    }

    private static long limit(Intent intent) {
        long value = Long.parseLong(intent.update().value());
        return value < 0 ? Long.MAX_VALUE : value;
    }
}

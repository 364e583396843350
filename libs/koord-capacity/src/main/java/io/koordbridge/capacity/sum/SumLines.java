package io.koordbridge.capacity.sum;

import io.koordbridge.capacity.sum.Step.Sign;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a sum line by line and keeps it adding up. */
public final class SumLines {

    private static final long WHOLE = 100;

    private final List<Step> steps = new ArrayList<>();
    private BigDecimal sum = BigDecimal.ZERO;

    public SumLines add(Sign sign, String name, BigDecimal value, String source) {
        return add(sign, name, value, source, null, List.of());
    }

    public SumLines add(
            Sign sign, String name, BigDecimal value, String source, @Nullable Instant measuredAt, List<Step> parts) {
        steps.add(new Step(sign, name, value, source, measuredAt, parts));
        sum = sign.apply(sum, value);
        return this;
    }

    /** A line for what lies between the lines above and a known amount; none when there is nothing between. */
    public SumLines settle(String why, BigDecimal amount, String source) {
        int difference = amount.compareTo(sum);
        if (difference != 0) {
            add(
                    difference > 0 ? Sign.PLUS : Sign.MINUS,
                    why,
                    amount.subtract(sum).abs(),
                    source);
        }
        return this;
    }

    public SumLines equal(String name, String source) {
        return add(Sign.EQUALS, name, sum, source);
    }

    /** An upper limit; one of the whole node or more is a line only where it takes effect. */
    public SumLines limit(BigDecimal limit, String source, long percent) {
        return percent < WHOLE || sum.compareTo(limit) > 0 ? add(Sign.AT_MOST, "upper limit", limit, source) : this;
    }

    /** A result in between, unless the line above is one already. */
    public SumLines equalHere(String name, String source) {
        boolean told = !steps.isEmpty() && steps.get(steps.size() - 1).sign() == Sign.EQUALS;
        return told ? this : equal(name, source);
    }

    public Sum named(String resource, String unit, String reason) {
        return new Sum(resource, unit, reason, steps);
    }
}

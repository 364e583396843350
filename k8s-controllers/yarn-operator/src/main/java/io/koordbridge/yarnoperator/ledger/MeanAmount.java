package io.koordbridge.yarnoperator.ledger;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.protocol.PureCore;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The mean of the known amounts among some samples. Sums are exact: an hour of bytes of a large cluster does not fit into a long.
 *
 * @param count known amounts
 * @param milliCpu sum of thousandths of a core
 * @param bytes sum of memory
 */
@PureCore
record MeanAmount(long count, BigInteger milliCpu, BigInteger bytes) {

    private static final MeanAmount NONE = new MeanAmount(0, BigInteger.ZERO, BigInteger.ZERO);

    /** Of one amount, null where it is not known. */
    static MeanAmount of(@Nullable BatchAmount amount) {
        return amount == null
                ? NONE
                : new MeanAmount(1, BigInteger.valueOf(amount.milliCpu()), BigInteger.valueOf(amount.bytes()));
    }

    /** Of both together. */
    MeanAmount plus(MeanAmount other) {
        return new MeanAmount(count + other.count, milliCpu.add(other.milliCpu), bytes.add(other.bytes));
    }

    /** The mean, rounded down; null where not a single amount is known. */
    @Nullable
    BatchAmount amount() {
        return count == 0
                ? null
                : new BatchAmount(
                        milliCpu.divide(BigInteger.valueOf(count)).longValueExact(),
                        bytes.divide(BigInteger.valueOf(count)).longValueExact());
    }
}

package io.koordbridge.policy.amount;

import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Converts between batch resources and YARN's units: rounds what YARN gets down and what it holds up, so that a way there and back never
 * creates capacity; negative input is 0. YARN specification section 6.1.
 */
@PureCore
public final class YarnConversion {

    /** Factors of one, the default. */
    public static final YarnConversion DEFAULT = safe(1000, 1000);

    private static final long MILLI = 1000;
    private static final int THOUSANDTHS = 3;
    private static final long MEBIBYTE = 1L << 20;
    private static final BigInteger MAX_VCORES = BigInteger.valueOf(Integer.MAX_VALUE);
    private static final BigInteger MAX_VALUE = BigInteger.valueOf(BatchAmount.LIMIT);

    private final BigInteger vcoreThousandths;
    private final BigInteger memoryThousandths;

    private YarnConversion(long vcoreThousandths, long memoryThousandths) {
        this.vcoreThousandths = BigInteger.valueOf(vcoreThousandths);
        this.memoryThousandths = BigInteger.valueOf(memoryThousandths);
    }

    /**
     * With factors.
     *
     * @param vcoreThousandths vcores per core times 1000, above 0
     * @param memoryThousandths MB for YARN per MiB of batch memory times 1000, above 0
     */
    public static YarnConversion safe(long vcoreThousandths, long memoryThousandths) {
        if (vcoreThousandths <= 0 || memoryThousandths <= 0) {
            throw new IllegalArgumentException(
                    "ratios must be above 0: " + vcoreThousandths + ", " + memoryThousandths + " thousandths");
        }
        return new YarnConversion(vcoreThousandths, memoryThousandths);
    }

    /** Virtual cores that YARN is offered for each core. */
    public BigDecimal vcoresPerCore() {
        return new BigDecimal(vcoreThousandths, THOUSANDTHS);
    }

    /** Megabytes that YARN is offered for each mebibyte. */
    public BigDecimal megabytesPerMebibyte() {
        return new BigDecimal(memoryThousandths, THOUSANDTHS);
    }

    /** What YARN may be offered for an amount of batch resources. */
    public YarnAmount toYarn(BatchAmount batch) {
        return new YarnAmount(
                floor(batch.milliCpu(), vcoreThousandths, MILLI * MILLI, MAX_VCORES),
                floor(batch.bytes(), memoryThousandths, MEBIBYTE * MILLI, MAX_VALUE));
    }

    /** The batch resources that an amount of YARN's takes. */
    public BatchAmount toBatch(YarnAmount yarn) {
        return new BatchAmount(
                ceil(yarn.vcores(), MILLI * MILLI, vcoreThousandths),
                ceil(yarn.memoryMb(), MEBIBYTE * MILLI, memoryThousandths));
    }

    /** An amount in cores and GiB, as people read it. */
    public String text(YarnAmount yarn) {
        return toBatch(yarn).text();
    }

    private static long floor(long value, BigInteger factor, long divisor, BigInteger most) {
        long positive = Math.max(value, 0);
        if (fits(positive, factor.longValueExact())) {
            return Math.min(positive * factor.longValueExact() / divisor, most.longValueExact());
        }
        return BigInteger.valueOf(positive)
                .multiply(factor)
                .divide(BigInteger.valueOf(divisor))
                .min(most)
                .longValueExact();
    }

    private static long ceil(long value, long factor, BigInteger divisor) {
        long positive = Math.max(value, 0);
        if (fits(positive, factor)) {
            long product = positive * factor;
            long whole = divisor.longValueExact();
            long quotient = product / whole;
            return Math.min(product % whole == 0 ? quotient : quotient + 1, BatchAmount.LIMIT);
        }
        BigInteger product = BigInteger.valueOf(positive).multiply(BigInteger.valueOf(factor));
        return product.add(divisor)
                .subtract(BigInteger.ONE)
                .divide(divisor)
                .min(MAX_VALUE)
                .longValueExact();
    }

    /** Whether a product of two amounts that are not negative needs no larger numbers, as any node's does. */
    private static boolean fits(long one, long other) {
        return Math.multiplyHigh(one, other) == 0 && one * other >= 0;
    }
}

package io.koordbridge.yarnoperator.conversion;

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

    /** What YARN may be offered for an amount of batch resources. */
    public YarnAmount toYarn(BatchAmount batch) {
        return new YarnAmount(
                floor(batch.milliCpu(), vcoreThousandths, MILLI * MILLI)
                        .min(MAX_VCORES)
                        .longValueExact(),
                floor(batch.bytes(), memoryThousandths, MEBIBYTE * MILLI)
                        .min(MAX_VALUE)
                        .longValueExact());
    }

    /** The batch resources that an amount of YARN's takes. */
    public BatchAmount toBatch(YarnAmount yarn) {
        return new BatchAmount(
                ceil(yarn.vcores(), MILLI * MILLI, vcoreThousandths),
                ceil(yarn.memoryMb(), MEBIBYTE * MILLI, memoryThousandths));
    }

    private static BigInteger floor(long value, BigInteger factor, long divisor) {
        return BigInteger.valueOf(Math.max(value, 0)).multiply(factor).divide(BigInteger.valueOf(divisor));
    }

    private static long ceil(long value, long factor, BigInteger divisor) {
        BigInteger product = BigInteger.valueOf(Math.max(value, 0)).multiply(BigInteger.valueOf(factor));
        return product.add(divisor)
                .subtract(BigInteger.ONE)
                .divide(divisor)
                .min(MAX_VALUE)
                .longValueExact();
    }
}

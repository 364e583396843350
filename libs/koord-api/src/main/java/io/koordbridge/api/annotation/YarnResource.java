package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * YARN's own units: whole virtual cores and mebibytes.
 *
 * @param vcoreRatio virtual cores for each core of the machine; only in a lease, absent where an operator without it wrote
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record YarnResource(
        @Nullable Long vcores,
        @Nullable Long memoryMB,
        @Nullable BigDecimal vcoreRatio) {

    private static final BigDecimal LEAST_RATIO = new BigDecimal("0.001");
    private static final BigDecimal MOST_RATIO = new BigDecimal("1000");
    private static final int DECIMALS = 3;

    /** An amount only. */
    public YarnResource(@Nullable Long vcores, @Nullable Long memoryMB) {
        this(vcores, memoryMB, null);
    }

    /** The ratio as it is written: at most three decimals; empty when absent or not from 0.001 to 1000. */
    public Optional<BigDecimal> usableVcoreRatio() {
        BigDecimal ratio = vcoreRatio;
        if (ratio == null || ratio.compareTo(LEAST_RATIO) < 0 || ratio.compareTo(MOST_RATIO) > 0) {
            return Optional.empty();
        }
        return Optional.of(plain(ratio));
    }

    /** The same number without zeros at its end and without exponent. */
    public static BigDecimal plain(BigDecimal ratio) {
        return new BigDecimal(
                ratio.setScale(DECIMALS, RoundingMode.DOWN).stripTrailingZeros().toPlainString());
    }
}

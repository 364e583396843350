package io.koordbridge.colo.plan;

import io.koordbridge.api.quantity.ExactQuantity;
import java.math.BigDecimal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes of nodes as options give them. */
final class NodeAmounts {
    private static final BigDecimal LEAST_CORES = new BigDecimal("0.1");
    private static final BigDecimal MOST_CORES = BigDecimal.valueOf(100_000);
    private static final BigDecimal LEAST_BYTES = BigDecimal.valueOf(1L << 20);
    private static final BigDecimal MOST_BYTES = BigDecimal.valueOf(1L << 50);

    private NodeAmounts() {}

    /** Cores such as 64 or 500m, in thousandths. */
    static final class Cores implements ITypeConverter<Long> {
        @Override
        public Long convert(String given) {
            return within(given, LEAST_CORES, MOST_CORES, "is no number of cores from 0.1 to 100k, such as 64 or 1500m")
                    .milli();
        }
    }

    /** Memory such as 256Gi, in bytes. */
    static final class Memory implements ITypeConverter<Long> {
        @Override
        public Long convert(String given) {
            return within(given, LEAST_BYTES, MOST_BYTES, "is no memory from 1Mi to 1Pi, such as 256Gi")
                    .value();
        }
    }

    private static ExactQuantity within(String given, BigDecimal least, BigDecimal most, String problem) {
        return ExactQuantity.parse(given)
                .filter(one ->
                        one.amount().compareTo(least) >= 0 && one.amount().compareTo(most) <= 0)
                .orElseThrow(() -> new TypeConversionException("'" + given + "' " + problem));
    }
}

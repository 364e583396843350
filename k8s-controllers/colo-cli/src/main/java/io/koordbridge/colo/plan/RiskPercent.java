package io.koordbridge.colo.plan;

import java.math.BigDecimal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A risk such as 1% or 0.5: a share of the time. */
final class RiskPercent implements ITypeConverter<BigDecimal> {
    private static final BigDecimal LEAST = new BigDecimal("0.1");
    private static final BigDecimal MOST = new BigDecimal("20");

    @Override
    public BigDecimal convert(String given) {
        String number = given.endsWith("%") ? given.substring(0, given.length() - 1) : given;
        // Longer numbers would be exact, and slow.
        if (number.matches("[0-9]{1,2}(\\.[0-9]{1,4})?")) {
            BigDecimal percent = new BigDecimal(number);
            if (percent.compareTo(LEAST) >= 0 && percent.compareTo(MOST) <= 0) {
                return percent;
            }
        }
        throw new TypeConversionException("'" + given + "' is no risk of 0.1% to 20%");
    }
}

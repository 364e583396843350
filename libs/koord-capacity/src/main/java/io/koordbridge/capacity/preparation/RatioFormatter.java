package io.koordbridge.capacity.preparation;

import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Ratios as annotations show them; manager specification section 3. */
@PureCore
public final class RatioFormatter {

    private RatioFormatter() {}

    /** Two decimals of the exact binary value, half to even. */
    public static String twoDecimals(double ratio) {
        return new BigDecimal(ratio).setScale(2, RoundingMode.HALF_EVEN).toPlainString();
    }
}

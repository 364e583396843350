package io.koordbridge.copilot.evict;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Kubernetes quantities such as {@code 1500m}, {@code 2} and {@code 1Gi}, rounded up to the unit asked for. Pure. */
public final class QuantityParser {
    private static final Pattern FORM =
            Pattern.compile("([0-9]{1,19}(?:\\.[0-9]{1,9})?)(?:([numkMGTPE]|[KMGTPE]i)|[eE](\\+?[0-9]|1[0-8]))?");
    private static final Map<String, BigDecimal> SUFFIXES = suffixes();
    private static final BigDecimal MAX = BigDecimal.valueOf(1L << 53);

    private QuantityParser() {}

    /** Cores as milli-cores. */
    public static long milli(String quantity) {
        return rounded(value(quantity).movePointRight(3));
    }

    /** Bytes, or any plain count. */
    public static long units(String quantity) {
        return rounded(value(quantity));
    }

    private static BigDecimal value(String quantity) {
        Matcher matcher = FORM.matcher(quantity);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a quantity of at least 0: " + quantity);
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        String exponent = matcher.group(3);
        if (exponent != null) {
            return number.scaleByPowerOfTen(Integer.parseInt(exponent));
        }
        String suffix = matcher.group(2);
        BigDecimal factor = suffix == null ? BigDecimal.ONE : SUFFIXES.get(suffix);
        return factor == null ? number : number.multiply(factor);
    }

    private static long rounded(BigDecimal value) {
        return value.setScale(0, RoundingMode.CEILING).min(MAX).longValue();
    }

    private static Map<String, BigDecimal> suffixes() {
        Map<String, BigDecimal> factors = new HashMap<>();
        factors.put("n", BigDecimal.ONE.movePointLeft(9));
        factors.put("u", BigDecimal.ONE.movePointLeft(6));
        factors.put("m", BigDecimal.ONE.movePointLeft(3));
        String[] large = {"k", "M", "G", "T", "P", "E"};
        for (int i = 0; i < large.length; i++) {
            factors.put(large[i], BigDecimal.ONE.movePointRight(3 * (i + 1)));
            String binary = i == 0 ? "Ki" : large[i] + "i";
            factors.put(binary, BigDecimal.valueOf(2).pow(10 * (i + 1)));
        }
        return Collections.unmodifiableMap(factors);
    }
}

package io.koordbridge.yarnoperator.conversion;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;

/** Writes quantities as Kubernetes does, so that rewriting someone else's entry does not change what a reader compares. */
@PureCore
public final class CanonicalQuantity {

    private static final BigInteger THOUSAND = BigInteger.valueOf(1000);
    private static final BigInteger KIBI = BigInteger.valueOf(1024);
    private static final int NANO_DIGITS = 9;
    private static final Map<Integer, String> DECIMAL_SUFFIXES =
            Map.of(-9, "n", -6, "u", -3, "m", 0, "", 3, "k", 6, "M", 9, "G", 12, "T", 15, "P", 18, "E");
    private static final String[] BINARY_SUFFIXES = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

    private CanonicalQuantity() {}

    /** The canonical form; the family of suffixes (decimal, binary, exponent) stays. */
    public static Quantity of(Quantity quantity) {
        return of(Quantities.decimal(quantity), family(quantity));
    }

    /** The sum; it takes the family of the first that is not 0. */
    public static Quantity sum(Quantity first, Quantity second) {
        BigDecimal left = Quantities.decimal(first);
        Family family = left.signum() == 0 ? family(second) : family(first);
        return of(left.add(Quantities.decimal(second)), family);
    }

    private enum Family {
        DECIMAL,
        BINARY,
        EXPONENT
    }

    private static Family family(Quantity quantity) {
        String suffix = quantity.getFormat() == null ? "" : quantity.getFormat();
        if (suffix.endsWith("i")) {
            return Family.BINARY;
        }
        boolean exponent = suffix.length() > 1 && (suffix.charAt(0) == 'e' || suffix.charAt(0) == 'E');
        return exponent ? Family.EXPONENT : Family.DECIMAL;
    }

    private static Quantity of(BigDecimal amount, Family family) {
        if (amount.signum() == 0) {
            return new Quantity("0");
        }
        boolean whole = amount.stripTrailingZeros().scale() <= 0;
        if (family == Family.BINARY && whole && amount.abs().compareTo(new BigDecimal(KIBI)) >= 0) {
            return binary(amount.toBigIntegerExact());
        }
        return decimal(amount, family);
    }

    private static Quantity binary(BigInteger amount) {
        BigInteger rest = amount;
        int power = 0;
        while (power < BINARY_SUFFIXES.length - 1 && rest.mod(KIBI).signum() == 0) {
            rest = rest.divide(KIBI);
            power++;
        }
        return new Quantity(rest + BINARY_SUFFIXES[power]);
    }

    private static Quantity decimal(BigDecimal amount, Family family) {
        BigInteger rest = amount.setScale(NANO_DIGITS, RoundingMode.UP).unscaledValue();
        int exponent = -NANO_DIGITS;
        while (exponent < 18 && rest.mod(THOUSAND).signum() == 0) {
            rest = rest.divide(THOUSAND);
            exponent += 3;
        }
        if (family == Family.EXPONENT && exponent != 0) {
            return new Quantity(rest + "e" + exponent);
        }
        return new Quantity(rest + DECIMAL_SUFFIXES.get(exponent));
    }
}

package io.koordbridge.api.quantity;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.ExactQuantity.Form;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Quantities to integers in base units and back; manager specification section 3. Both directions round away from zero.
 * Amounts beyond 63 bits are clamped.
 */
@PureCore
public final class Quantities {

    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);
    private static final BigDecimal BINARY_THOUSAND = BigDecimal.valueOf(1024);
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final int MOST_DIGITS = 50;
    private static final String[] DECIMAL_SUFFIXES = {"", "k", "M", "G", "T", "P", "E"};
    private static final String[] BINARY_SUFFIXES = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

    /**
     * What each suffix stands for, exactly: the client's model rounds {@code Ei} to 16 digits, and raises a power for every
     * quantity of every pod.
     */
    private static final Map<String, BigDecimal> MULTIPLES = multiples();

    private Quantities() {}

    private static Map<String, BigDecimal> multiples() {
        Map<String, BigDecimal> multiples = new HashMap<>();
        multiples.put("n", BigDecimal.ONE.movePointLeft(9));
        multiples.put("u", BigDecimal.ONE.movePointLeft(6));
        multiples.put("m", BigDecimal.ONE.movePointLeft(3));
        for (int power = 0; power < DECIMAL_SUFFIXES.length; power++) {
            multiples.put(DECIMAL_SUFFIXES[power], THOUSAND.pow(power));
            multiples.put(BINARY_SUFFIXES[power], BINARY_THOUSAND.pow(power));
        }
        return Map.copyOf(multiples);
    }

    /** Whole units: bytes of a memory quantity, milli-cores of a batch-cpu quantity; 0 when absent. */
    public static long value(@Nullable Quantity quantity) {
        return quantity == null ? 0 : whole(decimal(quantity));
    }

    /** Thousandths: milli-cores of a cpu quantity; 0 when absent. */
    public static long milli(@Nullable Quantity quantity) {
        return quantity == null ? 0 : whole(decimal(quantity).multiply(THOUSAND));
    }

    /** {@link #value} of a key of a resource list; 0 when the list or the key is absent. */
    public static long value(@Nullable Map<String, Quantity> list, String name) {
        return list == null ? 0 : value(list.get(name));
    }

    /** {@link #milli} of a key of a resource list; 0 when the list or the key is absent. */
    public static long milli(@Nullable Map<String, Quantity> list, String name) {
        return list == null ? 0 : milli(list.get(name));
    }

    /**
     * The exact decimal of a quantity; one that is larger or smaller than fifty digits counts as fifty.
     *
     * @throws IllegalArgumentException naming what cannot be read, such as a text of more than {@link ExactQuantity#LONGEST} characters
     */
    public static BigDecimal decimal(Quantity quantity) {
        String amount = Objects.requireNonNullElse(quantity.getAmount(), "");
        String format = Objects.requireNonNullElse(quantity.getFormat(), "");
        if (amount.length() + format.length() > ExactQuantity.LONGEST) {
            throw new IllegalArgumentException("a quantity of " + (amount.length() + format.length())
                    + " characters is not valid, allowed are " + ExactQuantity.LONGEST);
        }
        try {
            BigDecimal multiple = MULTIPLES.get(format);
            return bounded(
                    multiple == null || !isPlain(amount)
                            ? quantity.getNumericalAmount()
                            : new BigDecimal(amount).multiply(multiple));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException("'" + quantity + "' is not a quantity", e);
        }
    }

    /**
     * The quantity of an object that an API server has checked, in its canonical text. One beyond {@link ExactQuantity#LONGEST}
     * characters is larger than all that exists there, and counts as 1e50: the object that has it stays readable.
     */
    public static Quantity ofServer(String text) {
        if (text.length() <= ExactQuantity.LONGEST) {
            return Quantity.parse(text);
        }
        return new Quantity(text.startsWith("-") ? "-1" : "1", "e" + MOST_DIGITS);
    }

    /** With an exponent a short text is a number of gigabytes, once its digits are wanted. */
    private static BigDecimal bounded(BigDecimal amount) {
        if (amount.signum() == 0) {
            return BigDecimal.ZERO;
        }
        long digits = (long) amount.precision() - amount.scale();
        if (Math.abs(digits) <= MOST_DIGITS) {
            return amount;
        }
        return BigDecimal.valueOf(amount.signum()).scaleByPowerOfTen(digits > 0 ? MOST_DIGITS : -MOST_DIGITS);
    }

    /** Digits with a sign before and a point between them at most; anything else is read by the client's model. */
    private static boolean isPlain(String amount) {
        boolean points = false;
        for (int at = 0; at < amount.length(); at++) {
            char sign = amount.charAt(at);
            boolean point = sign == '.' && !points;
            boolean first = at == 0 && (sign == '-' || sign == '+');
            if (!point && !first && (sign < '0' || sign > '9')) {
                return false;
            }
            points |= point;
        }
        return !amount.isEmpty();
    }

    /** A whole number with decimal suffix, canonical: 15000 is {@code 15k}, 1500 is {@code 1500}. */
    public static Quantity ofDecimal(long amount) {
        return ExactQuantity.ofValue(amount, Form.DECIMAL).toQuantity();
    }

    /** Milli-cores as a cpu quantity, canonical: 250 is {@code 250m}, 2000 is {@code 2}. */
    public static Quantity ofMilli(long milli) {
        return ExactQuantity.ofMilli(milli, Form.DECIMAL).toQuantity();
    }

    /** Bytes with binary suffix, canonical: the largest exact power of 1024. */
    public static Quantity ofBytes(long bytes) {
        return ExactQuantity.ofValue(bytes, Form.BINARY).toQuantity();
    }

    /** A whole number, rounded away from zero, within 64 bits. */
    static long whole(BigDecimal amount) {
        BigInteger whole = amount.setScale(0, RoundingMode.UP).toBigInteger();
        return whole.min(MAX).max(MIN).longValueExact();
    }
}

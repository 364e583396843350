package io.koordbridge.api.quantity;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A quantity with the form it is written in, for arithmetic whose result must be what a Go program would write; manager
 * specification section 3. Exact to the billionth.
 *
 * @param amount exact value in base units
 * @param form how the value is written
 */
@PureCore
public record ExactQuantity(BigDecimal amount, Form form) {

    /** The most characters of a quantity. The time that a number takes to read grows with the square of its digits. */
    public static final int LONGEST = 64;

    private static final Pattern TEXT =
            Pattern.compile("([+-]?(?:\\d++\\.?+\\d*+|\\.\\d++))(?:([numkMGTPE])|([KMGTPE])i|[eE]([+-]?\\d{1,4}))?");
    private static final String DECIMAL_SUFFIXES = "num kMGTPE";
    private static final String BINARY_SUFFIXES = "KMGTPE";
    private static final int DIGITS = 9;
    private static final int GROUP = 3;
    private static final int LARGEST_DECIMAL_EXPONENT = 18;
    private static final int BITS_OF_SUFFIX = 10;
    private static final BigDecimal BINARY_UNIT = BigDecimal.valueOf(1024);
    private static final BigDecimal LARGEST_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

    /** How a value is written. */
    public enum Form {
        /** Suffixes of powers of 1000. */
        DECIMAL,
        /** Suffixes of powers of 1024. */
        BINARY,
        /** An exponent of ten. */
        EXPONENT
    }

    /** Reads a text; empty when it is no quantity, or one of more than {@link #LONGEST} characters. */
    public static Optional<ExactQuantity> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (text.length() > LONGEST || !matcher.matches()) {
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        if (matcher.group(3) != null) {
            int power = BINARY_SUFFIXES.indexOf(matcher.group(3)) + 1;
            return Optional.of(binary(number.multiply(new BigDecimal(BigInteger.TWO.pow(BITS_OF_SUFFIX * power)))));
        }
        if (matcher.group(4) != null) {
            int exponent = Integer.parseInt(matcher.group(4));
            return Optional.of(new ExactQuantity(limited(number.scaleByPowerOfTen(exponent)), Form.EXPONENT));
        }
        int exponent = matcher.group(2) == null ? 0 : exponentOf(matcher.group(2));
        return Optional.of(new ExactQuantity(limited(number.scaleByPowerOfTen(exponent)), Form.DECIMAL));
    }

    /** Whether a text is a quantity, as {@link #parse} takes it. */
    public static boolean isQuantity(String text) {
        return text.length() <= LONGEST && TEXT.matcher(text).matches();
    }

    /**
     * The same value and form.
     *
     * @throws IllegalArgumentException when the text is not a quantity
     */
    public static ExactQuantity of(Quantity quantity) {
        String text = quantity.toString();
        return parse(text).orElseThrow(() -> new IllegalArgumentException("not a quantity: " + text));
    }

    /** Thousandths in the given form. */
    public static ExactQuantity ofMilli(long milli, Form form) {
        return new ExactQuantity(BigDecimal.valueOf(milli, GROUP), form);
    }

    /** Whole units in the given form. */
    public static ExactQuantity ofValue(long value, Form form) {
        return new ExactQuantity(BigDecimal.valueOf(value), form);
    }

    /** The sum, in this form unless this is zero. */
    public ExactQuantity plus(ExactQuantity other) {
        return new ExactQuantity(amount.add(other.amount), formWith(other));
    }

    /** The difference, in this form unless this is zero. */
    public ExactQuantity minus(ExactQuantity other) {
        return new ExactQuantity(amount.subtract(other.amount), formWith(other));
    }

    /** The smaller one; this when they are equal. */
    public ExactQuantity min(ExactQuantity other) {
        return amount.compareTo(other.amount) <= 0 ? this : other;
    }

    /** Thousandths, rounded away from zero. */
    public long milli() {
        return Quantities.whole(amount.multiply(THOUSAND));
    }

    /** Whole units, rounded away from zero. */
    public long value() {
        return Quantities.whole(amount);
    }

    /** Thousandths times a factor in double arithmetic, truncated. */
    public ExactQuantity scaledMilli(double factor) {
        return ofMilli(Rounding.truncated(milli(), factor), form);
    }

    /** Whole units times a factor in double arithmetic, truncated. */
    public ExactQuantity scaled(double factor) {
        return ofValue(Rounding.truncated(value(), factor), form);
    }

    /** Whether a new value is farther from this one than the threshold, a fraction of this one. */
    public boolean differsFrom(ExactQuantity next, double threshold) {
        BigInteger distance = BigInteger.valueOf(next.milli()).subtract(BigInteger.valueOf(milli()));
        return distance.abs().doubleValue() > milli() * threshold;
    }

    /** Whether the values are equal, whatever they are written like. */
    public boolean sameValue(ExactQuantity other) {
        return amount.compareTo(other.amount) == 0;
    }

    /** The quantity with its canonical text. */
    public Quantity toQuantity() {
        return new Quantity(canonicalText());
    }

    /** The text that equal quantities of one form share. */
    public String canonicalText() {
        if (amount.signum() == 0) {
            return "0";
        }
        boolean whole = amount.stripTrailingZeros().scale() <= 0;
        boolean large = amount.abs().compareTo(BINARY_UNIT) >= 0;
        return form == Form.BINARY && whole && large ? binaryText() : decimalText();
    }

    private String binaryText() {
        BigInteger rest = amount.toBigIntegerExact();
        int power = 0;
        while (power < BINARY_SUFFIXES.length() && rest.abs().getLowestSetBit() >= BITS_OF_SUFFIX) {
            rest = rest.shiftRight(BITS_OF_SUFFIX);
            power++;
        }
        return power == 0 ? rest.toString() : rest.toString() + BINARY_SUFFIXES.charAt(power - 1) + "i";
    }

    private String decimalText() {
        int exponent = Math.floorDiv(-amount.stripTrailingZeros().scale(), GROUP) * GROUP;
        boolean suffixed = form != Form.EXPONENT;
        if (suffixed) {
            exponent = Math.min(exponent, LARGEST_DECIMAL_EXPONENT);
        }
        String number = amount.scaleByPowerOfTen(-exponent).toBigIntegerExact().toString();
        if (exponent == 0) {
            return number;
        }
        return suffixed ? number + DECIMAL_SUFFIXES.charAt(exponent / GROUP + GROUP) : number + "e" + exponent;
    }

    private Form formWith(ExactQuantity other) {
        return amount.signum() == 0 ? other.form : form;
    }

    private static int exponentOf(String suffix) {
        return (DECIMAL_SUFFIXES.indexOf(suffix) - GROUP) * GROUP;
    }

    private static ExactQuantity binary(BigDecimal amount) {
        BigDecimal limited = limited(amount.min(LARGEST_BINARY).max(LARGEST_BINARY.negate()));
        boolean fraction = limited.signum() != 0 && limited.abs().compareTo(BigDecimal.ONE) < 0;
        return new ExactQuantity(limited, fraction ? Form.DECIMAL : Form.BINARY);
    }

    /** What is finer than a billionth counts as a whole one. */
    private static BigDecimal limited(BigDecimal amount) {
        return amount.scale() <= DIGITS ? amount : amount.setScale(DIGITS, RoundingMode.UP);
    }
}

package io.koordbridge.colo.table;

import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Amounts as people read them; what is not known is a dash, never zero. */
@PureCore
public final class Amounts {
    public static final String UNKNOWN = "-";

    private static final List<String> STEPS = List.of("B", "Ki", "Mi", "Gi", "Ti", "Pi");
    private static final BigDecimal STEP = BigDecimal.valueOf(1024);
    private static final long MINUTE = 60;
    private static final long HOUR = 3600;
    private static final long BYTES_PER_MEBIBYTE = 1L << 20;

    private Amounts() {}

    /** Cores with at most two decimals. */
    public static String cores(@Nullable Long milliCpu) {
        return milliCpu == null
                ? UNKNOWN
                : plain(BigDecimal.valueOf(milliCpu, 3).setScale(2, RoundingMode.HALF_UP));
    }

    /** Binary units with at most two decimals. */
    public static String bytes(@Nullable Long bytes) {
        return bytes == null ? UNKNOWN : binary(BigDecimal.valueOf(bytes));
    }

    /** YARN's memory unit. */
    public static String mebibytes(@Nullable Long mebibytes) {
        return mebibytes == null
                ? UNKNOWN
                : binary(BigDecimal.valueOf(mebibytes).multiply(BigDecimal.valueOf(BYTES_PER_MEBIBYTE)));
    }

    public static String count(@Nullable Long value) {
        return value == null ? UNKNOWN : Long.toString(value);
    }

    /** An age: tenths below ten seconds, then whole seconds, minutes, hours. */
    public static String age(@Nullable BigDecimal seconds) {
        if (seconds == null) {
            return UNKNOWN;
        }
        if (seconds.compareTo(BigDecimal.TEN) < 0) {
            return plain(seconds.setScale(1, RoundingMode.HALF_UP)) + "s";
        }
        if (seconds.compareTo(BigDecimal.valueOf(120)) < 0) {
            return plain(seconds.setScale(0, RoundingMode.HALF_UP)) + "s";
        }
        BigDecimal minutes = seconds.divide(BigDecimal.valueOf(60), 0, RoundingMode.HALF_UP);
        return minutes.compareTo(BigDecimal.valueOf(120)) < 0
                ? plain(minutes) + "min"
                : plain(seconds.divide(BigDecimal.valueOf(3600), 1, RoundingMode.HALF_UP)) + "h";
    }

    /** Time that is left: minutes and seconds, hours and minutes from two hours on. */
    public static String left(@Nullable Long seconds) {
        if (seconds == null) {
            return UNKNOWN;
        }
        long whole = Math.max(0, seconds);
        if (whole < MINUTE) {
            return whole + "s";
        }
        return whole < 2 * HOUR
                ? whole / MINUTE + "min" + whole % MINUTE + "s"
                : whole / HOUR + "h" + whole % HOUR / MINUTE + "min";
    }

    /** CPU and memory in one cell. */
    public static String pair(String cpu, String memory) {
        return cpu.equals(UNKNOWN) && memory.equals(UNKNOWN) ? UNKNOWN : cpu + "/" + memory;
    }

    private static String binary(BigDecimal bytes) {
        BigDecimal value = bytes;
        int step = 0;
        while (value.abs().compareTo(STEP) >= 0 && step < STEPS.size() - 1) {
            value = value.divide(STEP);
            step++;
        }
        return plain(value.setScale(2, RoundingMode.HALF_UP)) + STEPS.get(step);
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}

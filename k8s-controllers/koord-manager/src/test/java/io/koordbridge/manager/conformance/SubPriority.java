package io.koordbridge.manager.conformance;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.protocol.Labels;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Order among pods of one priority class: a 32-bit integer, decimal or with prefix 0x, 0b, 0o, 0; underscores may stand
 * between digits. Manager specification section 4. Nothing that ships orders by it yet.
 */
final class SubPriority {

    private static final Pattern TEXT = Pattern.compile(
            "[+-]?(0[xX](_?[0-9a-fA-F])+|0[bB](_?[01])+|0[oO](_?[0-7])+" + "|0(_?[0-7])*|[1-9](_?[0-9])*)");
    private static final BigInteger LOWEST = BigInteger.valueOf(Integer.MIN_VALUE);
    private static final BigInteger HIGHEST = BigInteger.valueOf(Integer.MAX_VALUE);

    private SubPriority() {}

    /** The sub-priority of a pod: 0 when the label is missing; empty when it is no number. */
    static Optional<Integer> of(Pod pod) {
        Map<String, String> labels =
                pod.getMetadata() == null ? null : pod.getMetadata().getLabels();
        return parse(labels == null ? null : labels.get(Labels.POD_PRIORITY));
    }

    /** The number of a text: 0 when there is none; empty when it is no number or does not fit. */
    static Optional<Integer> parse(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return Optional.of(0);
        }
        if (!TEXT.matcher(text).matches()) {
            return Optional.empty();
        }
        BigInteger number = number(text.replace("_", "").toLowerCase(Locale.ROOT));
        boolean fits = number.compareTo(LOWEST) >= 0 && number.compareTo(HIGHEST) <= 0;
        return fits ? Optional.of(number.intValueExact()) : Optional.empty();
    }

    private static BigInteger number(String text) {
        boolean signed = text.startsWith("-") || text.startsWith("+");
        String digits = signed ? text.substring(1) : text;
        BigInteger amount;
        if (digits.startsWith("0x")) {
            amount = new BigInteger(digits.substring(2), 16);
        } else if (digits.startsWith("0b")) {
            amount = new BigInteger(digits.substring(2), 2);
        } else if (digits.startsWith("0o")) {
            amount = new BigInteger(digits.substring(2), 8);
        } else {
            amount = new BigInteger(digits, digits.startsWith("0") ? 8 : 10);
        }
        return text.startsWith("-") ? amount.negate() : amount;
    }
}

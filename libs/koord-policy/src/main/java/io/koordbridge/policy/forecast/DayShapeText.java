package io.koordbridge.policy.forecast;

import io.koordbridge.protocol.PureCore;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A shape as one line: version, quarter, its peak, evidence, and the 96 bytes in base 64. */
@PureCore
final class DayShapeText {

    private static final String NUMBER = "(\\d{1,10}\\.\\d{3})";
    private static final Pattern TEXT = Pattern.compile("1 (-1|\\d{1,9}) (\\d{1,3}) (\\d{1,5}) (\\d{1,5}) " + NUMBER
            + " " + NUMBER + " " + NUMBER + " ([A-Za-z0-9+/]{128})");
    private static final int LONGEST = 300;

    private DayShapeText() {}

    static String write(byte[] peaks, DayShape.Current current, Evidence evidence) {
        return String.format(
                Locale.ROOT,
                "1 %d %d %d %d %.3f %.3f %.3f %s",
                current.slot(),
                current.halves(),
                evidence.quarters(),
                evidence.compared(),
                evidence.shapeError(),
                evidence.levelError(),
                evidence.level(),
                Base64.getEncoder().encodeToString(peaks));
    }

    static Optional<DayShape> read(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        byte[] peaks = Base64.getDecoder().decode(parts.group(8));
        DayShape.Current current =
                new DayShape.Current(Long.parseLong(parts.group(1)), Integer.parseInt(parts.group(2)));
        Evidence evidence = new Evidence(
                Integer.parseInt(parts.group(3)),
                Integer.parseInt(parts.group(4)),
                Double.parseDouble(parts.group(5)),
                Double.parseDouble(parts.group(6)),
                Double.parseDouble(parts.group(7)));
        return possible(peaks, current, evidence)
                ? Optional.of(new DayShape(peaks, current, evidence))
                : Optional.empty();
    }

    private static boolean possible(byte[] peaks, DayShape.Current current, Evidence evidence) {
        for (byte peak : peaks) {
            if (Byte.toUnsignedInt(peak) > DayShape.MOST_HALVES + 1) {
                return false;
            }
        }
        return current.halves() <= DayShape.MOST_HALVES
                && evidence.level() <= DayShape.MOST_HALVES
                && evidence.compared() <= evidence.quarters()
                && evidence.quarters() <= Evidence.MOST;
    }
}

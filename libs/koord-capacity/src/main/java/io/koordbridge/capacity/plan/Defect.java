package io.koordbridge.capacity.plan;

import io.koordbridge.protocol.PureCore;
import java.util.Arrays;

/**
 * An unexpected exception, as it is reported.
 *
 * @param place what was thrown where; the same whenever the same thing happens
 * @param message what the exception said, empty when it said nothing
 */
@PureCore
public record Defect(String place, String message) {

    private static final String OWN = "io.koordbridge.";

    /** The defect behind what was thrown. */
    public static Defect of(RuntimeException thrown) {
        if (thrown instanceof DefectException known) {
            return known.defect();
        }
        String where = Arrays.stream(thrown.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith(OWN))
                .findFirst()
                .map(Defect::words)
                .orElse("");
        String said = thrown.getMessage();
        return new Defect(thrown.getClass().getSimpleName() + where, said == null ? "" : said);
    }

    private static String words(StackTraceElement frame) {
        return " at " + simple(frame.getClassName()) + "." + frame.getMethodName() + ":" + frame.getLineNumber();
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** Both in one line. */
    public String text() {
        return message.isEmpty() ? place : place + ": " + message.replaceAll("\\s+", " ");
    }
}

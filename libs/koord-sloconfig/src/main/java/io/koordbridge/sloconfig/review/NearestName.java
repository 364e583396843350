package io.koordbridge.sloconfig.review;

import io.koordbridge.protocol.PureCore;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The name that was probably meant. */
@PureCore
public final class NearestName {

    /** One edit in three characters is still the same word. */
    private static final int CHARACTERS_PER_EDIT = 3;

    /** A shorter beginning says too little. */
    private static final int LEAST_COMMON = 5;

    private NearestName() {}

    /** The known name with the fewest edits, when they are few or when it only goes on. */
    public static Optional<String> of(String given, Collection<String> known) {
        int limit = Math.max(1, given.length() / CHARACTERS_PER_EDIT);
        return known.stream()
                .min(Comparator.comparingInt((String name) -> edits(given, name))
                        .thenComparing(name -> name))
                .filter(name -> edits(given, name) <= limit || goesOn(given, name));
    }

    private static boolean goesOn(String given, String name) {
        return given.length() >= LEAST_COMMON && name.regionMatches(true, 0, given, 0, given.length());
    }

    /** Least number of letters to insert, drop or replace; case does not count. */
    private static int edits(String left, String right) {
        String from = left.toLowerCase(Locale.ROOT);
        String to = right.toLowerCase(Locale.ROOT);
        int[] above = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[to.length()];
    }
}

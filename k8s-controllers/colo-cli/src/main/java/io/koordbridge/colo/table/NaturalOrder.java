package io.koordbridge.colo.table;

import io.koordbridge.protocol.PureCore;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Names as people order them: worker-2 before worker-10. */
@PureCore
public final class NaturalOrder {
    public static final Comparator<String> NAMES = NaturalOrder::compare;

    private static final Pattern RUN = Pattern.compile("[0-9]+|[^0-9]+");

    private NaturalOrder() {}

    private static int compare(String left, String right) {
        List<String> ours = runs(left);
        List<String> theirs = runs(right);
        for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
            int order = compareRuns(ours.get(i), theirs.get(i));
            if (order != 0) {
                return order;
            }
        }
        int order = Integer.compare(ours.size(), theirs.size());
        return order != 0 ? order : left.compareTo(right);
    }

    private static List<String> runs(String name) {
        return RUN.matcher(name).results().map(MatchResult::group).toList();
    }

    private static int compareRuns(String left, String right) {
        if (!Character.isDigit(left.charAt(0)) || !Character.isDigit(right.charAt(0))) {
            return left.compareTo(right);
        }
        String ours = left.replaceFirst("^0+(?=.)", "");
        String theirs = right.replaceFirst("^0+(?=.)", "");
        int order = Integer.compare(ours.length(), theirs.length());
        return order != 0 ? order : ours.compareTo(theirs);
    }
}

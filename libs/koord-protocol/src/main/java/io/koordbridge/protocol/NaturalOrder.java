package io.koordbridge.protocol;

import java.util.Comparator;

/** Names as people order them: worker-2 before worker-10. */
@PureCore
public final class NaturalOrder {
    public static final Comparator<String> NAMES = NaturalOrder::compare;

    private NaturalOrder() {}

    private static int compare(String left, String right) {
        int ours = 0;
        int theirs = 0;
        while (ours < left.length() && theirs < right.length()) {
            int order;
            int ourEnd = ours + 1;
            int theirEnd = theirs + 1;
            if (digit(left, ours) && digit(right, theirs)) {
                ourEnd = endOfNumber(left, ours);
                theirEnd = endOfNumber(right, theirs);
                order = compareNumbers(
                        left.substring(firstOfNumber(left, ours, ourEnd), ourEnd),
                        right.substring(firstOfNumber(right, theirs, theirEnd), theirEnd));
            } else {
                order = Character.compare(left.charAt(ours), right.charAt(theirs));
            }
            if (order != 0) {
                return order;
            }
            ours = ourEnd;
            theirs = theirEnd;
        }
        int order = Boolean.compare(ours < left.length(), theirs < right.length());
        return order != 0 ? order : left.compareTo(right);
    }

    private static boolean digit(String name, int at) {
        char letter = name.charAt(at);
        return letter >= '0' && letter <= '9';
    }

    private static int endOfNumber(String name, int from) {
        int end = from;
        while (end < name.length() && digit(name, end)) {
            end++;
        }
        return end;
    }

    /** Leading zeros do not count, but a number keeps its last digit. */
    private static int firstOfNumber(String name, int from, int end) {
        int first = from;
        while (first < end - 1 && name.charAt(first) == '0') {
            first++;
        }
        return first;
    }

    private static int compareNumbers(String left, String right) {
        int order = Integer.compare(left.length(), right.length());
        return order != 0 ? order : left.compareTo(right);
    }
}

package io.koordbridge.api.document.yarn;

import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Amounts that a NodeManager can have. */
@PureCore
final class YarnAmountCheck {

    /** YARN counts in 32 bits. */
    static final long MOST = Integer.MAX_VALUE;

    private YarnAmountCheck() {}

    /** What has to be there: both parts, from 0 to a limit; null, and a problem, otherwise. */
    static @Nullable YarnResource required(
            String document, String field, @Nullable YarnResource found, long most, List<WireProblem> problems) {
        boolean good = found != null && fits(found.vcores(), most) && fits(found.memoryMB(), most);
        if (good) {
            return found;
        }
        String range = most == Long.MAX_VALUE ? "of at least 0" : "from 0 to " + most;
        problems.add(new WireProblem(document, field, text(found), "vcores and memoryMB " + range));
        return null;
    }

    /** What may be absent, as may its parts; null, and a problem, for one below 0. */
    static @Nullable YarnResource optional(
            String document, String field, @Nullable YarnResource found, List<WireProblem> problems) {
        boolean below = found != null && (isBelowZero(found.vcores()) || isBelowZero(found.memoryMB()));
        if (!below) {
            return found;
        }
        problems.add(new WireProblem(document, field, text(found), "vcores and memoryMB of at least 0"));
        return null;
    }

    private static String text(@Nullable YarnResource found) {
        return found == null ? "" : "vcores " + found.vcores() + ", memoryMB " + found.memoryMB();
    }

    private static boolean fits(@Nullable Long value, long most) {
        return value != null && value >= 0 && value <= most;
    }

    private static boolean isBelowZero(@Nullable Long value) {
        return value != null && value < 0;
    }
}

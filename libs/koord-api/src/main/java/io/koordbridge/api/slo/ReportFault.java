package io.koordbridge.api.slo;

import io.koordbridge.protocol.PureCore;
import java.util.Optional;

/**
 * A value of a NodeMetric that cannot be as it stands; product design 3.28, 3.32 and 3.38.
 *
 * <table>
 * <caption>What a process does with a report that has such a value</caption>
 * <tr><th>value</th><th>kind</th><th>koord-manager</th></tr>
 * <tr><td>cpu or memory that is no quantity</td><td>UNREADABLE</td><td>the last good report stays; without one the node offers nothing</td></tr>
 * <tr><td>negative cpu or memory of the node, the system or a host application</td><td>NEGATIVE</td><td>the same</td></tr>
 * <tr><td>no cpu or memory of the system, or of a host application of class prod or mid</td><td>MISSING</td><td>the last good report stays; without one it counts as 0, as
 *     recorded</td></tr>
 * <tr><td>two entries of a pod that differ</td><td>TWICE</td><td>the last good report stays; without one the later entry counts, as
 *     recorded</td></tr>
 * <tr><td>negative or missing cpu or memory of a pod</td><td>OF_POD</td><td>the report counts, with the request of that pod</td></tr>
 * <tr><td>negative prodReclaimableMetric</td><td>none</td><td>counts as 0, as recorded</td></tr>
 * </table>
 *
 * @param field path in the object
 * @param value as received, empty where it is missing
 */
@PureCore
public record ReportFault(Kind kind, String field, String value) {

    private static final String EXAMPLE = "a number with an optional suffix, such as 250m or 2Gi";

    /** What is wrong, the worst first. */
    public enum Kind {
        UNREADABLE("is not a quantity; allowed: " + EXAMPLE),
        NEGATIVE("is negative; allowed: " + EXAMPLE + ", 0 or more"),
        MISSING("is missing; allowed: " + EXAMPLE + ", 0 or more"),
        TWICE("has an entry before with other values; allowed: one entry of each pod"),
        OF_POD("is missing or negative, so the request of the pod counts; allowed: " + EXAMPLE + ", 0 or more");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /** The worst fault in what is read of a report, of equal ones the first. */
    public static Optional<ReportFault> first(NodeMetricStatus status) {
        return new ReportFaultScan().of(status);
    }

    /** Whether nothing of the report can be used. */
    public boolean rejectsReport() {
        return kind == Kind.UNREADABLE || kind == Kind.NEGATIVE;
    }

    /** Whether the report is used as it is, apart from the one value. */
    public boolean onlyOfPod() {
        return kind == Kind.OF_POD;
    }

    /** Field, value and what is allowed. */
    public String message() {
        return field + ": " + (value.isEmpty() ? "" : "'" + value + "' ") + kind.words;
    }
}

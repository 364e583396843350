package io.koordbridge.descheduler.decide.load;

import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Whether a node's report counts: a node without a good and fresh one is neither source nor target. */
@PureCore
public final class ReportCheck {

    private ReportCheck() {}

    /** Why it does not count; empty when it does. The age is the larger one by the report's time and by ours. */
    public static String problem(Optional<LoadReport> report, Instant now, Duration expiration) {
        if (report.isEmpty()) {
            return "it has no NodeMetric";
        }
        LoadReport known = report.get();
        if (!known.problem().isEmpty()) {
            return known.problem();
        }
        if (known.updated() == null) {
            return "invalid status.updateTime: it is missing";
        }
        Instant oldest = known.updated().isBefore(known.received()) ? known.updated() : known.received();
        Duration age = Duration.between(oldest, now);
        return age.compareTo(expiration) < 0
                ? ""
                : "its report is " + age.toSeconds() + " s old, allowed: less than " + expiration.toSeconds() + " s";
    }
}

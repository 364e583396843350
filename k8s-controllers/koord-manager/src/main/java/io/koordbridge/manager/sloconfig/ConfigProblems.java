package io.koordbridge.manager.sloconfig;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.sloconfig.Problem;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells people about a document that is not accepted: one log line and one event, again only after a while. */
public final class ConfigProblems {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigProblems.class);
    private static final int NAMED = 5;

    private ConfigProblems() {}

    /** Tells; nothing happens without problems. */
    public static void tell(EventRecorder events, HasMetadata about, String reason, List<Problem> problems) {
        tell(events, about, reason, problems, "not accepted, what is in force stays");
    }

    /** Tells of values that are in force all the same. */
    public static void tellOfWhatHolds(EventRecorder events, HasMetadata about, String reason, List<Problem> problems) {
        tell(events, about, reason, problems, "outside of what is allowed, and in force as it is");
    }

    private static void tell(
            EventRecorder events, HasMetadata about, String reason, List<Problem> problems, String outcome) {
        if (problems.isEmpty()) {
            return;
        }
        String message = text(problems);
        if (events.record(about, EventType.WARNING, reason, message)) {
            LOG.warn(
                    "{} object={}/{} reason={} problems={}",
                    outcome,
                    about.getKind(),
                    about.getMetadata().getName(),
                    reason,
                    message);
        }
    }

    /** The first problems in one line. */
    static String text(List<Problem> problems) {
        String named = problems.stream().limit(NAMED).map(Problem::message).collect(Collectors.joining("; "));
        return problems.size() <= NAMED ? named : named + "; and " + (problems.size() - NAMED) + " more";
    }
}

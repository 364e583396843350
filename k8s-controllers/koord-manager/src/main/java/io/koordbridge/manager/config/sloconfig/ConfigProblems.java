package io.koordbridge.manager.config.sloconfig;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.review.Finding;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports a document that is not accepted: one log line and one event, again only after a while. */
public final class ConfigProblems {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigProblems.class);
    private static final int NAMED = 5;

    private ConfigProblems() {}

    /** Reports; nothing happens without problems. */
    public static void tell(EventRecorder events, HasMetadata about, String reason, List<Problem> problems) {
        tell(events, about, reason, "not accepted, what is in force stays", messages(problems));
    }

    /** Problems in the words for people, empty without any. */
    public static String words(List<Problem> problems) {
        return text(messages(problems));
    }

    /** Reports values in force with a possibly unintended effect. */
    static void tellOfDoubts(EventRecorder events, HasMetadata about, String reason, List<Finding> doubts) {
        List<String> messages = doubts.stream().map(Finding::message).toList();
        tell(events, about, reason, "in force as it is, which may not be what was meant", messages);
    }

    private static List<String> messages(List<Problem> problems) {
        return problems.stream().map(Problem::message).toList();
    }

    private static void tell(
            EventRecorder events, HasMetadata about, String reason, String outcome, List<String> problems) {
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
    static String text(List<String> problems) {
        String named = problems.stream().limit(NAMED).collect(Collectors.joining("; "));
        return problems.size() <= NAMED ? named : named + "; and " + (problems.size() - NAMED) + " more";
    }
}

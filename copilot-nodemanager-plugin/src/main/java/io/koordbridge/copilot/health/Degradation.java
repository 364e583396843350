package io.koordbridge.copilot.health;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What does not work at the moment, by subject; reported in /health and logged once for each change. */
public final class Degradation {
    private static final Logger log = LoggerFactory.getLogger(Degradation.class);

    private final Map<String, String> reasons = new ConcurrentSkipListMap<>();

    /** An empty reason clears the subject. */
    public void set(String subject, String reason) {
        if (reason.isEmpty()) {
            clear(subject);
        } else if (!reason.equals(reasons.put(subject, reason))) {
            log.warn("Copilot degraded subject={} reason={}", subject, reason);
        }
    }

    public void clear(String subject) {
        String reason = reasons.remove(subject);
        if (reason != null) {
            log.info("Copilot recovered subject={} was={}", subject, reason);
        }
    }

    public List<String> reasons() {
        return new ArrayList<>(reasons.values());
    }
}

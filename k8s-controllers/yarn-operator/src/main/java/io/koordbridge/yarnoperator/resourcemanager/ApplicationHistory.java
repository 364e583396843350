package io.koordbridge.yarnoperator.resourcemanager;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.ref.SoftReference;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The applications that the ResourceManager of a cluster remembers, asked only when they are looked at: one question at a time, its answer
 * serves all who ask within two seconds, and a ResourceManager that does not answer is spared. Leases do not depend on it.
 */
public final class ApplicationHistory {

    /** More are not read: which of them are missing is up to the ResourceManager. Those that live are asked for first. */
    static final int MOST_LIVE = 1_000;

    static final int MOST_ENDED = 2_000;

    private static final String LIVE = "NEW,NEW_SAVING,SUBMITTED,ACCEPTED,RUNNING";
    private static final String ENDED = "FINISHED,FAILED,KILLED";
    private static final Duration KEPT = Duration.ofSeconds(2);
    private static final Logger LOG = LoggerFactory.getLogger(ApplicationHistory.class);

    private final String cluster;
    private final Supplier<ResourceManager> client;
    private final CallMetrics calls;
    private final Clock clock;
    private final CircuitBreaker breaker = new CircuitBreaker();
    private final FailureState asking = new FailureState();
    /** As long as there is memory: it may be large, and is needed for moments only. */
    private SoftReference<Answer> last = new SoftReference<>(null);

    private Instant lastAt = Instant.EPOCH;

    ApplicationHistory(String cluster, Supplier<ResourceManager> client, CallMetrics calls, Clock clock) {
        this.cluster = cluster;
        this.client = client;
        this.calls = calls;
        this.clock = clock;
    }

    /**
     * What a ResourceManager said.
     *
     * @param applications its answers, none when there is a problem
     * @param complete whether these are all that it remembers
     * @param problem why there is no answer, null when there is one
     */
    public record Answer(
            String cluster,
            List<JsonNode> applications,
            boolean complete,
            @Nullable String problem) {

        public Answer {
            applications = List.copyOf(applications);
        }
    }

    /** Asks, unless that was done a moment ago. */
    public synchronized Answer read() {
        Instant now = clock.instant();
        Answer before = last.get();
        if (before != null && now.isBefore(lastAt.plus(KEPT))) {
            return before;
        }
        Answer answer = breaker.allows(now) ? ask() : silent(String.valueOf(asking.text()));
        last = new SoftReference<>(answer);
        lastAt = clock.instant();
        return answer;
    }

    private Answer ask() {
        try {
            JsonNode live = calls.timed("apps", () -> client.get().applications(LIVE, MOST_LIVE));
            JsonNode ended = calls.timed("apps", () -> client.get().applications(ENDED, MOST_ENDED));
            breaker.succeeded();
            if (asking.ends()) {
                LOG.info("applications are known again cluster={}", cluster);
            }
            boolean complete = size(live) < MOST_LIVE && size(ended) < MOST_ENDED;
            return new Answer(cluster, List.of(live, ended), complete, null);
        } catch (ResourceManagerException e) {
            breaker.failed(clock.instant());
            String problem = String.valueOf(e.getMessage());
            if (asking.begins(problem)) {
                LOG.warn("applications are not known cluster={} problem={}", cluster, problem);
            }
            return silent(problem);
        }
    }

    private Answer silent(String problem) {
        return new Answer(cluster, List.of(), false, problem);
    }

    private static int size(JsonNode answer) {
        return answer.path("apps").path("app").size();
    }
}

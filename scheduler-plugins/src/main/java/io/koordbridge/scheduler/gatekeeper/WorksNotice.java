package io.koordbridge.scheduler.gatekeeper;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.client.RecurringProblems;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes now and then that gates are opened here. koord-manager puts none on a pod while it does not read that. */
public final class WorksNotice {

    private static final Logger LOG = LoggerFactory.getLogger(WorksNotice.class);
    private static final Duration PERIOD = Duration.ofSeconds(20);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);

    private final Consumer<Instant> write;
    private final Clock clock;
    private final RecurringProblems<String> trouble = new RecurringProblems<>();
    private Instant next = Instant.MIN;

    /**
     * A notice that was not written yet.
     *
     * @param write writes the time
     */
    public WorksNotice(Consumer<Instant> write, Clock clock) {
        this.write = write;
        this.clock = clock;
    }

    /** Called in each round of the one who opens gates, at its end. */
    void round() {
        Instant now = clock.instant();
        if (now.isBefore(next) && next.isBefore(now.plus(PERIOD.plusSeconds(1)))) {
            return;
        }
        try {
            write.accept(now.truncatedTo(ChronoUnit.SECONDS));
            next = now.plus(PERIOD);
            trouble.ends("write");
        } catch (KubernetesClientException notWritten) {
            next = now.plus(AFTER_FAILURE);
            if (trouble.begins("write", FailureFormatter.of(notWritten))) {
                LOG.warn(
                        "Not written on the lease that gates are opened, so no new pod gets one: {}",
                        FailureFormatter.of(notWritten));
            }
        }
    }
}

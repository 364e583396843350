package io.koordbridge.descheduler.act.scavenge;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.act.MayWrite;
import io.koordbridge.descheduler.act.ShortCalls;
import io.koordbridge.descheduler.act.scavenge.ScavengeRule.DueJob;
import io.koordbridge.descheduler.act.scavenge.ScavengeRule.Named;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.kube.metrics.MetricNames;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what is past its time, the reservation before its job: a job whose reservation stays is kept for the next round. A
 * reservation without a job is deleted when two rounds in a row find it so, since its job may be new to the caches.
 */
public final class Scavenger {

    private static final Logger LOG = LoggerFactory.getLogger(Scavenger.class);
    private static final int MOST = 200;

    private final ScavengeRule rule;
    private final ObjectDeletions deletions;
    private final MayWrite mayWrite;
    private final MetricRegistry metrics;
    private final RecurringProblems<String> problems = new RecurringProblems<>();
    private Set<Named> suspects = Set.of();

    public Scavenger(ScavengeRule rule, ObjectDeletions deletions, MayWrite mayWrite, MetricRegistry metrics) {
        this.rule = rule;
        this.deletions = deletions;
        this.mayWrite = mayWrite;
        this.metrics = metrics;
    }

    /** One round; by one thread. */
    public void round() {
        if (!mayWrite.within(ShortCalls.CALL)) {
            suspects = Set.of();
            return;
        }
        int tried = 0;
        for (DueJob due : rule.due()) {
            if (tried >= MOST) {
                break;
            }
            Named reservation = due.reservation();
            if (reservation != null) {
                tried++;
            }
            tried++;
            if (reservation == null || delete(Reservation.class, "reservation", reservation)) {
                delete(PodMigrationJob.class, "job", due.job());
            }
        }
        orphans(MOST - tried);
    }

    private void orphans(int most) {
        Set<Named> seen = new HashSet<>();
        int tried = 0;
        for (Named orphan : rule.orphans()) {
            seen.add(orphan);
            if (suspects.contains(orphan) && tried < most) {
                tried++;
                delete(Reservation.class, "orphan", orphan);
            }
        }
        suspects = seen;
    }

    private boolean delete(Class<? extends HasMetadata> kind, String what, Named object) {
        String problem = deletions.delete(kind, object);
        boolean done = problem.isEmpty();
        metrics.counter(MetricNames.of(
                        "koord_descheduler_scavenged_total", "kind", what, "result", done ? "deleted" : "failed"))
                .inc();
        if (done) {
            problems.ends(what);
        } else if (problems.begins(what, problem)) {
            LOG.warn("not deleted, tried in the next round {}={} problem={}", what, object.name(), problem);
        }
        return done;
    }
}

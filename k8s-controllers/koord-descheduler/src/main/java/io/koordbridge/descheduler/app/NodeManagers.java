package io.koordbridge.descheduler.app;

import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.decide.args.EvictionPolicy;
import io.koordbridge.descheduler.decide.args.JobDefaults;
import io.koordbridge.descheduler.decide.migration.JobFacts;
import io.koordbridge.descheduler.decide.nodemanager.DrainMarks;
import io.koordbridge.descheduler.decide.nodemanager.NodeManagerRule;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.protocol.Labels;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Asks the rule of NodeManagers at a request, in the arbitration and before the eviction; only drained ones go. */
final class NodeManagers {

    private final DrainMarks marks;
    private final Duration drainDeadline;
    private final JobDefaults defaults;
    private final Clock clock;

    NodeManagers(DrainMarks marks, Duration drainDeadline, JobDefaults defaults, Clock clock) {
        this.marks = marks;
        this.drainDeadline = drainDeadline;
        this.defaults = defaults;
        this.clock = clock;
    }

    /** Of a request, whose job gets the default ttl. */
    Verdict request(PodFacts pod, EvictionPolicy policy) {
        return verdict(pod, policy.wireName(), defaults.ttl());
    }

    /** Of a waiting job, whose ttl is looked at by {@link #forbids}. */
    Verdict arbitration(PodFacts pod, EvictionPolicy policy) {
        return verdict(pod, policy.wireName(), Duration.ZERO);
    }

    private Verdict verdict(PodFacts pod, String policy, Duration ttl) {
        return keeps(pod, policy, ttl)
                .map(why -> Verdict.refused(NodeManagerRule.CHECK, why))
                .orElse(Verdict.ALLOWED);
    }

    private Optional<String> keeps(PodFacts pod, String policy, Duration ttl) {
        boolean drained = marks.isDrained(pod.ref().uid(), clock.instant());
        return NodeManagerRule.keeps(pod, drained, policy, ttl, drainDeadline);
    }

    /** Last look before the call of an eviction, empty when the pod may go. */
    String lastCheck(PodFacts pod, String policy) {
        return keeps(pod, policy, Duration.ZERO).orElse("");
    }

    /** Why a job must not pass whose ttl ends before the drain that it would start, empty when it may. */
    String forbids(PodMigrationJob job, Optional<PodFacts> pod) {
        if (pod.isEmpty() || !pod.get().guards().nodeManager()) {
            return "";
        }
        Map<String, String> labels =
                Objects.requireNonNullElse(job.getMetadata().getLabels(), Map.of());
        EvictionPolicy policy = EvictionPolicy.of(
                pod.get().guards().evictPolicy(), labels.getOrDefault(Labels.EVICT_POLICY, ""), defaults.policy());
        return policy == EvictionPolicy.SOFT_EVICTION
                ? NodeManagerRule.softEviction(pod.get(), JobFacts.of(job).ttl(), drainDeadline)
                        .orElse("")
                : "";
    }
}

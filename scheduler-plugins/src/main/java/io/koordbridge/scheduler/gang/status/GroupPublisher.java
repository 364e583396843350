package io.koordbridge.scheduler.gang.status;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.api.podgroup.PodGroupSpec;
import io.koordbridge.api.podgroup.PodGroupStatus;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.scheduler.gang.plan.GangReader;
import io.koordbridge.scheduler.gang.status.GroupPods.Done;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings how far gangs are to the status of their PodGroups while this replica acts: of those that changed, each second, at most 50.
 * Nothing is read or written while nothing changes. Pods that are done are counted by a request when pods of the gang have gone.
 */
public final class GroupPublisher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GroupPublisher.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration CALLS = Duration.ofMinutes(1);
    private static final Duration WRITE = Duration.ofSeconds(3);
    private static final int MOST_IN_A_ROUND = 50;

    private final GroupPods pods;
    private final GroupStatusApi api;
    private final Predicate<Duration> acts;
    private final Clock clock;
    private final MetricRegistry metrics;
    /** By id. */
    private final Map<String, PodGroup> groups = new ConcurrentHashMap<>();

    private final Map<String, Done> done = new ConcurrentHashMap<>();
    /** Ids to look at. */
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();

    private final RecurringProblems<String> trouble = new RecurringProblems<>();
    private boolean acted;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /**
     * A publisher.
     *
     * @param acts whether this replica may write, for at least some time
     */
    public GroupPublisher(
            GroupPods pods, GroupStatusApi api, Predicate<Duration> acts, Clock clock, MetricRegistry metrics) {
        this.pods = pods;
        this.api = api;
        this.acts = acts;
        this.clock = clock;
        this.metrics = metrics;
    }

    /** Begins its rounds. */
    public void start(PeriodicTasks tasks) {
        heartbeat = tasks.every("gang-status", PERIOD, CALLS, this::round);
    }

    /** A PodGroup came or changed. */
    public void seen(PodGroup group) {
        String id = GangReader.id(group);
        groups.put(id, group);
        waiting.add(id);
    }

    /** A PodGroup is gone. */
    public void gone(PodGroup names) {
        String id = GangReader.id(names);
        groups.remove(id);
        done.remove(id);
        waiting.remove(id);
        trouble.ends(id);
    }

    /** One round. */
    void round() {
        waiting.addAll(pods.takeChanged());
        if (!acts.test(WRITE)) {
            acted = false;
            return;
        }
        if (!acted) {
            waiting.addAll(groups.keySet());
            acted = true;
        }
        int left = MOST_IN_A_ROUND;
        for (String id : Set.copyOf(waiting)) {
            if (left == 0 || !acts.test(WRITE)) {
                return;
            }
            PodGroup group = groups.get(id);
            waiting.remove(id);
            left -= group != null && looked(id, group) ? 1 : 0;
        }
    }

    /** Whether requests were made. */
    private boolean looked(String id, PodGroup group) {
        boolean asked = pods.takeShrunk(id);
        try {
            if (asked || !done.containsKey(id)) {
                heartbeat.beat();
                done.put(id, api.done(group));
            }
            Optional<PodGroupStatus> next = next(id, group);
            if (next.isPresent() && !acts.test(WRITE)) {
                waiting.add(id);
                return true;
            }
            if (next.isPresent()) {
                heartbeat.beat();
                api.publish(group, next.get());
                count("ok");
            }
            trouble.ends(id);
            return asked || next.isPresent();
        } catch (KubernetesClientException failed) {
            done.remove(id);
            waiting.add(id);
            count("failed");
            String problem = FailureFormatter.of(failed);
            if (trouble.begins(id, problem)) {
                LOG.warn("Status of PodGroup not written group={} problem={}", id, problem);
            }
            return true;
        }
    }

    private Optional<PodGroupStatus> next(String id, PodGroup group) {
        PodGroupSpec spec = group.getSpec();
        long minimum = spec == null ? 0 : Objects.requireNonNullElse(spec.minMember(), 0L);
        String created = group.getMetadata().getCreationTimestamp();
        return GroupPhase.next(
                group.getStatus(),
                minimum,
                pods.counts(id, done.getOrDefault(id, Done.NONE)),
                created == null ? Instant.EPOCH : Instant.parse(created),
                clock.instant().truncatedTo(ChronoUnit.SECONDS));
    }

    private void count(String result) {
        metrics.counter(MetricNames.of("koord_scheduler_gang_status_writes_total", "result", result))
                .inc();
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}

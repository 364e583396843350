package io.koordbridge.scheduler.quota.tree;

import static io.koordbridge.scheduler.quota.tree.Quotas.cpu;
import static io.koordbridge.scheduler.quota.tree.Quotas.facts;
import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories of a cluster with two replicas: pods and quotas come, change and go; events arrive late and twice; binds fail or lose
 * their answer; replicas crash; the lease moves. Whatever happens, no binding takes a quota above its maximum.
 */
class QuotaModelTest {

    private static final int HISTORIES = 10_000;
    private static final int STEPS = 60;
    private static final List<String> QUOTAS = List.of("parent", "a", "b", "c");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void noBindingTakesAQuotaAboveItsMaximum() {
        histories(HISTORIES / 10);
    }

    @Test
    @Tag("soak")
    void noBindingTakesAQuotaAboveItsMaximumInTenThousandHistories() {
        histories(HISTORIES);
    }

    private static void histories(int count) {
        int bindings = 0;
        int refusals = 0;
        for (int seed = 0; seed < count; seed++) {
            History history = new History(seed);
            for (int step = 0; step < STEPS; step++) {
                history.step();
            }
            bindings += history.bindings;
            refusals += history.refusals;
        }
        // Histories in which nothing happens would prove nothing.
        assertThat(bindings).isGreaterThan(count);
        assertThat(refusals).isGreaterThan(count / 2);
    }

    /** One extender: what it knows is what was delivered to it. */
    private static final class Replica {
        private final QuotaLedger ledger = new QuotaLedger(
                new QuotaArgs(true, true, false, true, "koordinator-system", QuotaNamespaces.DEFAULT, QuotaGates.OFF));
        private final QuotaGate gate;
        private final Deque<Consumer<QuotaLedger>> events = new ArrayDeque<>();

        Replica(ManualClock clock) {
            MetricRegistry metrics = new MetricRegistry();
            gate = new QuotaGate(ledger, new QuotaWaiters(ledger, pod -> true, clock, metrics), clock, metrics);
        }

        void deliver(int count) {
            for (int i = 0; i < count && !events.isEmpty(); i++) {
                events.remove().accept(ledger);
            }
        }
    }

    private static final class History {
        private final int seed;
        private final Random random;
        private final ManualClock clock = new ManualClock(START);
        private final Map<String, PodQuota> pods = new TreeMap<>();
        private final Map<String, Long> max = new HashMap<>();
        private final Replica[] replicas = new Replica[2];
        private int leader;
        private int created;
        private int bindings;
        private int refusals;

        History(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
            QUOTAS.forEach(quota -> max.put(quota, 1_000L * (2 + random.nextInt(4))));
            for (int i = 0; i < replicas.length; i++) {
                replicas[i] = started();
            }
        }

        private Replica started() {
            Replica replica = new Replica(clock);
            replica.ledger.nodeSeen("n1", cpu(1_000_000));
            max.keySet().forEach(quota -> replica.ledger.quotaSeen(spec(quota)));
            pods.values().forEach(replica.ledger::podSeen);
            return replica;
        }

        private QuotaSpec spec(String quota) {
            String parent = quota.equals("parent") || quota.equals("c") ? WellKnown.ROOT_QUOTA : "parent";
            return Quotas.quota(quota, parent, 0, max.getOrDefault(quota, 0L));
        }

        void step() {
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> create();
                case 3 -> anyPod().ifPresent(this::delete);
                case 4, 5 -> anyWaiting().ifPresent(pod -> replicas[leader].gate.admit(facts(pod.name())));
                case 6, 7, 8 -> anyWaiting().ifPresent(this::bind);
                case 9 -> disturb();
                case 10 -> {
                    clock.advance(Duration.ofSeconds(random.nextInt(25)));
                    for (Replica replica : replicas) {
                        replica.ledger.expire(clock.instant(), clock.instant());
                    }
                }
                default -> replicas[random.nextInt(2)].deliver(1 + random.nextInt(4));
            }
        }

        private void disturb() {
            int other = 1 - leader;
            switch (random.nextInt(4)) {
                case 0 -> replicas[other] = started();
                case 1 -> replicas[leader] = started();
                case 2 -> {
                    // A lease takes longer to move than events to arrive.
                    replicas[other].deliver(Integer.MAX_VALUE);
                    leader = other;
                }
                default -> {
                    String quota = QUOTAS.get(random.nextInt(QUOTAS.size()));
                    max.put(quota, 1_000L * (2 + random.nextInt(4)));
                    for (Replica replica : replicas) {
                        replica.ledger.quotaSeen(spec(quota));
                    }
                }
            }
        }

        private Optional<PodQuota> anyPod() {
            return any(new ArrayList<>(pods.values()));
        }

        private Optional<PodQuota> anyWaiting() {
            return any(pods.values().stream().filter(pod -> !pod.bound()).toList());
        }

        private Optional<PodQuota> any(List<PodQuota> list) {
            return list.isEmpty() ? Optional.empty() : Optional.of(list.get(random.nextInt(list.size())));
        }

        private void create() {
            String quota = QUOTAS.get(1 + random.nextInt(QUOTAS.size() - 1));
            PodQuota pod = Quotas.pod("p" + created++, quota, 500L * (1 + random.nextInt(3)));
            pods.put(pod.key(), pod);
            send(ledger -> ledger.podSeen(pod));
        }

        private void delete(PodQuota pod) {
            pods.remove(pod.key());
            send(ledger -> ledger.podGone(pod.uid(), pod.key()));
        }

        private void send(Consumer<QuotaLedger> event) {
            for (Replica replica : replicas) {
                replica.events.add(event);
                if (random.nextInt(5) == 0) {
                    replica.events.add(event);
                }
            }
        }

        /** The API server takes the binding, refuses it, or takes it and its answer is lost. */
        private void bind(PodQuota pod) {
            Replica replica = replicas[leader];
            if (!replica.gate.confirm(facts(pod.name())).fits()) {
                refusals++;
                return;
            }
            if (random.nextInt(6) == 0) {
                replica.gate.release(facts(pod.name()));
                return;
            }
            PodQuota bound = new PodQuota(
                    pod.uid(), "ns", pod.name(), pod.label(), pod.request(), false, "n1", pod.rank(), false, null);
            pods.put(bound.key(), bound);
            send(ledger -> ledger.podSeen(bound));
            bindings++;
            assertThat(used(pod.label()))
                    .as("history %s: quota %s", seed, pod.label())
                    .isLessThanOrEqualTo(max.getOrDefault(pod.label(), 0L));
            if (!pod.label().equals("c")) {
                assertThat(used("a") + used("b"))
                        .as("history %s: parent", seed)
                        .isLessThanOrEqualTo(max.getOrDefault("parent", 0L));
            }
        }

        private long used(String quota) {
            return pods.values().stream()
                    .filter(pod -> pod.bound() && pod.label().equals(quota))
                    .mapToLong(pod -> pod.request().get("cpu"))
                    .sum();
        }
    }
}

package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterConnectionTest {

    private static final NodeManagerRef NM = new NodeManagerRef("", "nm-0", 8041);
    private static final Duration SOON = PatientAwaits.PATIENCE;

    private final AtomicBoolean away = new AtomicBoolean();
    private final AtomicBoolean refuses = new AtomicBoolean();
    private final AtomicBoolean unknown = new AtomicBoolean();
    private final AtomicBoolean leads = new AtomicBoolean(true);
    private final CountDownLatch hold = new CountDownLatch(1);
    private final AtomicBoolean holding = new AtomicBoolean();
    private final AtomicReference<Runnable> loggingIn = new AtomicReference<>(() -> {});
    private final AtomicReference<YarnAmount> minimum = new AtomicReference<>();
    private final List<YarnAmount> taken = new CopyOnWriteArrayList<>();
    private final List<Boolean> turns = new CopyOnWriteArrayList<>();
    private final List<YarnAmount> done = new CopyOnWriteArrayList<>();

    private final ResourceManager resourceManager = new ResourceManager() {
        @Override
        public List<ReportedNode> nodes() {
            if (away.get()) {
                throw new ResourceManagerException("nodes", new IOException("away"));
            }
            return List.of();
        }

        @Override
        public Optional<YarnAmount> minimum() {
            return Optional.ofNullable(minimum.get());
        }

        @Override
        public void ready() {
            loggingIn.get().run();
        }

        @Override
        public PendingDemand pending() {
            throw new ResourceManagerException("pending", new IOException("no such queue"));
        }

        @Override
        public void update(String host, int port, YarnAmount capability, Duration overcommitTimeout) {
            taken.add(capability);
            if (unknown.get()) {
                throw new ResourceManagerException(
                        "update",
                        new YarnException("Resource update get failed on all nodes due to change resource on an"
                                + " unrecognized node: nm-0:8041"));
            }
            if (refuses.get()) {
                throw new ResourceManagerException("update", new IOException("no admin"));
            }
            if (holding.compareAndSet(true, false)) {
                Awaitility.await().atMost(SOON).until(() -> hold.getCount() == 0);
            }
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    };

    private final MetricRegistry metrics = new MetricRegistry();
    private final ClusterConnection connection = connection(Clock.systemUTC());

    private ClusterConnection connection(Clock clock) {
        return new ClusterConnection(
                "",
                new ClusterDeclaration("rm:8033", "simple", () -> resourceManager),
                leads::get,
                (up, text) -> turns.add(up),
                clock,
                metrics);
    }

    @AfterEach
    void close() {
        hold.countDown();
        connection.close();
    }

    private void update(int vcores) {
        YarnAmount amount = new YarnAmount(vcores, 1024);
        connection.update(NM, amount, Duration.ofSeconds(1), answered -> done.add(amount));
    }

    @Test
    void theRunningMinimumIsReadWithTheFirstReportAndKept() {
        ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
        minimum.set(new YarnAmount(1, 2048));
        List<YarnAmount> known = new CopyOnWriteArrayList<>();
        try (ClusterConnection asking = connection(clock)) {
            asking.start(
                    new PeriodicTasks(new MetricRegistry()),
                    Duration.ofMillis(20),
                    Duration.ofMillis(20),
                    report -> known.add(asking.minimum()));
            Awaitility.await().atMost(SOON).until(() -> !known.isEmpty());
            minimum.set(null);
            clock.advance(Duration.ofSeconds(61));
            Awaitility.await()
                    .atMost(SOON)
                    .until(() -> asking.report().orElseThrow().at().equals(clock.instant()));
            assertThat(asking.minimum()).isEqualTo(new YarnAmount(1, 2048));
            minimum.set(new YarnAmount(2, 512));
            clock.advance(Duration.ofSeconds(61));
            Awaitility.await().atMost(SOON).until(() -> asking.minimum().equals(new YarnAmount(2, 512)));
        }

        assertThat(known.get(0)).isEqualTo(new YarnAmount(1, 2048));
    }

    @Test
    void keepsTheLastReportDuringAnOutageAndReportsBothTurns() {
        connection.start(
                new PeriodicTasks(new MetricRegistry()), Duration.ofMillis(20), Duration.ofMillis(20), report -> {});
        Awaitility.await().atMost(SOON).until(() -> connection.report().isPresent());
        assertThat(connection.report().orElseThrow().pendingFor("nm-0:8041")).isEmpty();
        assertThat(metrics.getCounters())
                .containsKey("koord_yarn_rpc_total{cluster=default,call=nodes,status=succeeded}");

        away.set(true);
        Awaitility.await().atMost(SOON).until(() -> connection.status().silence() != null);
        assertThat(connection.report()).isPresent();
        assertThat(connection.status().problem())
                .hasValueSatisfying(text -> assertThat(text)
                        .startsWith("ResourceManager of cluster default does not answer, leases stay as they are: "));
        away.set(false);

        Awaitility.await().atMost(SOON).until(() -> turns.size() == 2);
        assertThat(turns).containsExactly(false, true);
        assertThat(connection.status().problem()).isEmpty();
    }

    @Test
    void sendsOnlyTheLastOfSeveralUpdatesThatWait() {
        holding.set(true);
        update(1);
        Awaitility.await().atMost(SOON).until(() -> taken.size() == 1);
        update(2);
        update(3);
        hold.countDown();

        Awaitility.await().atMost(SOON).until(() -> done.size() == 2);
        assertThat(taken).extracting(YarnAmount::vcores).containsExactly(1L, 3L);
        assertThat(done).extracting(YarnAmount::vcores).containsExactly(1L, 3L);
    }

    @Test
    void sendsNothingWithoutTheLease() {
        leads.set(false);
        update(1);

        Awaitility.await().atMost(SOON).until(() -> !done.isEmpty());
        assertThat(taken).isEmpty();
    }

    @Test
    void sendsNothingThatGrewOldOrLostTheLeaseDuringALogIn() {
        ManualClock clock = new ManualClock(Instant.parse("2026-01-01T12:00:00Z"));
        try (ClusterConnection slow = connection(clock)) {
            loggingIn.set(() -> clock.advance(ClusterConnection.LONGEST_WAIT.plusMillis(1)));
            slow.update(NM, new YarnAmount(1, 1024), Duration.ZERO, answered -> done.add(YarnAmount.ZERO));
            Awaitility.await().atMost(SOON).until(() -> done.size() == 1);
            loggingIn.set(() -> leads.set(false));
            slow.update(NM, new YarnAmount(2, 1024), Duration.ZERO, answered -> done.add(YarnAmount.ZERO));
            Awaitility.await().atMost(SOON).until(() -> done.size() == 2);
        }

        assertThat(taken).isEmpty();
    }

    @Test
    void aRefusedUpdateIsToldOnceThoughReportsAreGood() {
        connection.start(
                new PeriodicTasks(new MetricRegistry()), Duration.ofMillis(20), Duration.ofMillis(20), report -> {});
        Awaitility.await().atMost(SOON).until(() -> connection.report().isPresent());
        refuses.set(true);
        for (int i = 1; i <= 3; i++) {
            int sent = i;
            update(i);
            Awaitility.await().atMost(SOON).until(() -> taken.size() == sent);
            Instant refused = Instant.now();
            Awaitility.await()
                    .atMost(SOON)
                    .until(() -> connection.report().orElseThrow().at().isAfter(refused));
        }
        assertThat(turns).containsExactly(false);
        assertThat(connection.status().problem())
                .hasValueSatisfying(text -> assertThat(text)
                        .startsWith("ResourceManager of cluster default answers, but takes no updates: "));
        refuses.set(false);

        Awaitility.await().atMost(SOON).until(() -> {
            update(4);
            return turns.size() == 2;
        });
        assertThat(turns).containsExactly(false, true);
        assertThat(connection.status().problem()).isEmpty();
    }

    @Test
    void aNodeThatTheResourceManagerDoesNotKnowIsAnAnswerAndNoTrouble() {
        unknown.set(true);
        for (int i = 1; i <= 5; i++) {
            update(i);
            int sent = i;
            Awaitility.await().atMost(SOON).until(() -> done.size() == sent);
        }

        assertThat(taken).hasSize(5);
        assertThat(turns).isEmpty();
        assertThat(connection.status().problem()).isEmpty();
    }

    @Test
    void aRefusalIsForgottenWhenNoUpdateWaitsAnyMore() {
        ManualClock clock = new ManualClock(Instant.parse("2026-01-01T12:00:00Z"));
        try (ClusterConnection quiet = connection(clock)) {
            quiet.start(new PeriodicTasks(new MetricRegistry()), Duration.ZERO, Duration.ofMillis(20), report -> {});
            refuses.set(true);
            quiet.update(NM, new YarnAmount(1, 1024), Duration.ZERO, answered -> {});
            Awaitility.await().atMost(SOON).until(() -> quiet.status().refusal() != null);

            clock.advance(ClusterConnection.REFUSAL_HOLDS);
            Awaitility.await()
                    .atMost(SOON)
                    .until(() -> quiet.report().orElseThrow().at().equals(clock.instant()));
            assertThat(quiet.status().problem()).isPresent();
            clock.advance(Duration.ofSeconds(1));

            Awaitility.await().atMost(SOON).until(() -> quiet.status().problem().isEmpty());
            Awaitility.await().atMost(SOON).until(() -> turns.size() == 2);
            assertThat(turns).containsExactly(false, true);
        }
    }

    @Test
    void pollsMoreOftenWhileALeaseChanges() {
        ManualClock clock = new ManualClock(Instant.parse("2026-01-01T12:00:00Z"));
        AtomicInteger reports = new AtomicInteger();
        try (ClusterConnection paced = new ClusterConnection(
                "",
                new ClusterDeclaration("rm:8033", "simple", () -> resourceManager),
                new YarnClusters.Rights() {
                    @Override
                    public boolean mayRead() {
                        return leads.get();
                    }

                    @Override
                    public boolean mayWrite() {
                        return true;
                    }
                },
                (up, text) -> {},
                clock,
                metrics)) {
            leads.set(false);
            paced.start(
                    new PeriodicTasks(new MetricRegistry()),
                    Duration.ofSeconds(5),
                    Duration.ofMillis(5),
                    report -> reports.incrementAndGet());
            Awaitility.await().during(Duration.ofMillis(200)).until(() -> reports.get() == 0);
            leads.set(true);
            Awaitility.await().atMost(SOON).until(() -> reports.get() == 1);
            clock.advance(Duration.ofSeconds(4));
            Awaitility.await().during(Duration.ofMillis(200)).until(() -> reports.get() == 1);

            paced.hurry();
            Awaitility.await().atMost(SOON).until(() -> reports.get() > 3);
            clock.advance(Duration.ofSeconds(4));
            int hurried = reports.get();

            Awaitility.await().during(Duration.ofMillis(200)).until(() -> reports.get() <= hurried + 1);
        }
    }

    @Test
    void aRefusalIsAnAnswerAndALostConnectionIsNot() {
        assertThat(new ResourceManagerException("update", new YarnException("unrecognized node")).answered())
                .isTrue();
        assertThat(new ResourceManagerException("update", new IOException("timed out")).answered())
                .isFalse();
        assertThat(new ResourceManagerException("update", new StandbyException("not active")).answered())
                .isFalse();
    }
}

package io.koordbridge.descheduler.act.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.decide.migration.JobFacts;
import io.koordbridge.descheduler.decide.migration.MigrationPlan.Notice;
import io.koordbridge.descheduler.decide.migration.MigrationScene;
import io.koordbridge.descheduler.decide.migration.MigrationScene.Room;
import io.koordbridge.descheduler.decide.migration.ReservationTemplate;
import io.koordbridge.kube.queue.ReconcileResult;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JobReconcilerTest {

    private static final Duration TICK = Duration.ofSeconds(3);
    private static final int MOST_TICKS = 120;
    private static final MigrationScene DIRECT =
            new MigrationScene("EvictDirectly", true, true, Room.AVAILABLE, 0, false);
    private static final MigrationScene BY_HAND =
            new MigrationScene("EvictDirectly", false, false, Room.AVAILABLE, 0, true);
    private static final MigrationScene ROOM_FIRST =
            new MigrationScene("ReservationFirst", true, true, Room.AVAILABLE, 0, false);
    private static final MigrationScene NO_ROOM =
            new MigrationScene("ReservationFirst", false, true, Room.UNSCHEDULABLE, 0, false);

    /** Runs until the job is over, with a new process after each end of one. */
    private static void live(MigrationScene scene, JobCluster cluster) {
        JobReconciler reconciler = cluster.reconciler();
        for (int tick = 0; tick < MOST_TICKS && !isQuiet(cluster); tick++) {
            try {
                reconciler.reconcile("job");
            } catch (JobCluster.Killed killed) {
                reconciler = cluster.reconciler();
            }
            cluster.clock.advance(TICK);
            scene.tick(cluster.pods, cluster.reservations);
        }
        reconciler.reconcile("job");
    }

    private static boolean isQuiet(JobCluster cluster) {
        return JobFacts.of(cluster.job).isOver();
    }

    @Test
    void ownDirectJobTakesTwoWritesAndTheEviction() {
        JobCluster cluster = new JobCluster(DIRECT.job());
        live(DIRECT, cluster);
        assertThat(JobFacts.of(cluster.job).phase()).isEqualTo("Succeeded");
        assertThat(cluster.writes).containsExactly("evict d/p", "patch status Running", "patch status Succeeded");
    }

    @Test
    void jobWithRoomFirstEvictsOnceThePodHasAPlace() {
        JobCluster cluster = new JobCluster(ROOM_FIRST.job());
        live(ROOM_FIRST, cluster);
        assertThat(JobFacts.of(cluster.job).phase()).isEqualTo("Succeeded");
        assertThat(cluster.evicted).containsExactly("d/p");
        assertThat(cluster.writes.indexOf("create reservation")).isLessThan(cluster.writes.indexOf("evict d/p"));
    }

    static Stream<Arguments> kills() {
        return Stream.of(DIRECT, BY_HAND, ROOM_FIRST, NO_ROOM).flatMap(scene -> {
            JobCluster calm = new JobCluster(scene.job());
            live(scene, calm);
            return IntStream.rangeClosed(1, calm.writes.size()).mapToObj(after -> Arguments.of(scene, after));
        });
    }

    @ParameterizedTest
    @MethodSource("kills")
    void nextProcessFinishesAfterAnyWrite(MigrationScene scene, int after) {
        JobCluster cluster = new JobCluster(scene.job());
        cluster.killAfter = after;
        live(scene, cluster);
        JobFacts job = JobFacts.of(cluster.job);
        boolean finds = scene.room() == Room.AVAILABLE;
        assertThat(job.phase()).isEqualTo(finds ? "Succeeded" : "Failed");
        assertThat(cluster.evicted).hasSize(finds ? 1 : 0);
        if (!finds) {
            assertThat(cluster.reservations).isEmpty();
        }
    }

    @Test
    void budgetThatStaysEndsTheJobAtItsTtl() {
        JobCluster cluster = new JobCluster(DIRECT.job());
        cluster.refusals = -1;
        live(DIRECT, cluster);
        JobFacts job = JobFacts.of(cluster.job);
        assertThat(job.status().reason()).isEqualTo("Timeout");
        assertThat(job.age(cluster.clock.instant()))
                .isLessThanOrEqualTo(Duration.ofMinutes(5).plus(TICK));
        assertThat(cluster.writes).hasSize(2);
    }

    @Test
    void staleCopyIsNotActedUpon() {
        JobCluster cluster = new JobCluster(DIRECT.job());
        JobReconciler reconciler = cluster.reconciler();
        PodMigrationJob before = cluster.job;
        reconciler.reconcile("job");
        cluster.cached = before;
        int writes = cluster.writes.size();
        assertThat(reconciler.reconcile("job").again()).isPresent();
        assertThat(cluster.writes).hasSize(writes);
    }

    @Test
    void nothingIsSentWithoutTheLease() {
        JobCluster cluster = new JobCluster(BY_HAND.job());
        cluster.leads = false;
        assertThat(cluster.reconciler().reconcile("job").again()).contains(TICK);
        assertThat(cluster.writes).isEmpty();
    }

    @Test
    void retriesEndWithTheTtlOfTheJob() {
        JobCluster cluster = new JobCluster(BY_HAND.job());
        cluster.away = true;
        JobReconciler reconciler = cluster.reconciler();
        cluster.clock.advance(Duration.ofSeconds(299));
        for (int failures = 0; failures < 6; failures++) {
            ReconcileResult result = reconciler.reconcile("job");
            assertThat(result.again().orElseThrow()).isLessThanOrEqualTo(Duration.ofSeconds(1));
        }
        cluster.away = false;
        cluster.clock.advance(Duration.ofSeconds(1));
        reconciler.reconcile("job");
        assertThat(JobFacts.of(cluster.job).status().reason()).isEqualTo("Timeout");
    }

    @Test
    void reservationOfADeletedJobIsDeleted() {
        JobCluster cluster = new JobCluster(NO_ROOM.job());
        JobReconciler reconciler = cluster.reconciler();
        reconciler.reconcile("job");
        assertThat(cluster.reservations).hasSize(1);
        cluster.isDeleted = true;
        reconciler.reconcile("job");
        assertThat(cluster.reservations).isEmpty();
    }

    @Test
    void reservationLeftByAnEarlierProcessIsDeleted() {
        JobCluster cluster = new JobCluster(NO_ROOM.job());
        live(NO_ROOM, cluster);
        cluster.create(ReservationTemplate.of(
                cluster.job, MigrationScene.pod("p", "uid-p", "n1", true), MigrationScene.BEGIN));
        cluster.reconciler().reconcile("job");
        assertThat(cluster.reservations).isEmpty();
    }

    @Test
    void endOfAJobIsSaid() {
        JobCluster cluster = new JobCluster(NO_ROOM.job());
        live(NO_ROOM, cluster);
        List<String> reasons = cluster.notices.stream().map(Notice::reason).toList();
        assertThat(reasons).containsExactly("Unschedulable");
    }
}

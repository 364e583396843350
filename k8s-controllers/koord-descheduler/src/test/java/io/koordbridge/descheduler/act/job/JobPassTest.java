package io.koordbridge.descheduler.act.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.migration.JobFacts;
import io.koordbridge.descheduler.decide.migration.MigrationPlan.Notice;
import io.koordbridge.descheduler.decide.migration.MigrationScene;
import io.koordbridge.descheduler.decide.migration.MigrationScene.Room;
import io.koordbridge.descheduler.decide.migration.ReservationTemplate;
import org.junit.jupiter.api.Test;

class JobPassTest {

    private static final MigrationScene SCENE =
            new MigrationScene("ReservationFirst", true, true, Room.AVAILABLE, 0, false);

    @Test
    void podThatIsReplacedIsNotReservedFor() {
        JobCluster cluster = new JobCluster(SCENE.job());
        cluster.beforeRead =
                () -> cluster.pods.put(MigrationScene.POD, MigrationScene.pod("p", "uid-of-another", "n1", true));
        cluster.reconciler().reconcile("job");
        assertThat(cluster.reservations).isEmpty();
        assertThat(JobFacts.of(cluster.job).status().reason()).isEqualTo("FailedCreateReservation");
    }

    @Test
    void reservationOfAnotherJobIsNotUsed() {
        JobCluster cluster = new JobCluster(SCENE.job());
        cluster.create(ReservationTemplate.of(
                cluster.job, MigrationScene.pod("p", "uid-p", "n1", true), MigrationScene.BEGIN));
        cluster.reservations
                .get("job-uid")
                .getMetadata()
                .getOwnerReferences()
                .get(0)
                .setUid("another");
        cluster.reconciler().reconcile("job");
        assertThat(JobFacts.of(cluster.job).reservation()).isNull();
        assertThat(cluster.notices).extracting(Notice::message).anyMatch(text -> text.contains("another job"));
    }
}

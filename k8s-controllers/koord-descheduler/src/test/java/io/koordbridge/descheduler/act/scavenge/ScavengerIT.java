package io.koordbridge.descheduler.act.scavenge;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationSpec;
import io.koordbridge.descheduler.act.RealCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ScavengerIT implements ScavengeRule {

    private final KubernetesClient client = RealCluster.client();
    private final List<DueJob> due = new ArrayList<>();
    private final List<Named> orphans = new ArrayList<>();
    private boolean leads = true;
    private final Scavenger scavenger =
            new Scavenger(this, new ObjectDeletions(client, call -> leads), call -> leads, new MetricRegistry());

    @Override
    public List<DueJob> due() {
        return due;
    }

    @Override
    public List<Named> orphans() {
        return orphans;
    }

    private Named created(HasMetadata object) {
        object.setMetadata(
                new ObjectMetaBuilder().withName(UUID.randomUUID().toString()).build());
        HasMetadata answer = client.resource(object).create();
        return new Named(answer.getMetadata().getName(), answer.getMetadata().getUid());
    }

    private Named job() {
        PodMigrationJob job = new PodMigrationJob();
        job.setSpec(new PodMigrationJobSpec(
                null, null, null, new ObjectReferenceBuilder().withName("web").build(), null, null));
        return created(job);
    }

    private Named reservation() {
        Reservation reservation = new Reservation();
        reservation.setSpec(new ReservationSpec(null, null, null, null, null, null, null, null, null, null));
        return created(reservation);
    }

    private boolean exists(Class<? extends HasMetadata> kind, Named object) {
        return client.resources(kind).withName(object.name()).get() != null;
    }

    @Test
    void aJobPastItsTimeGoesWithItsReservation() {
        Named job = job();
        Named reservation = reservation();
        Named bare = job();
        Named kept = job();
        due.add(new DueJob(job, reservation));
        due.add(new DueJob(bare, null));
        due.add(new DueJob(new Named(kept.name(), "uid-of-an-older-one"), null));
        due.add(new DueJob(new Named("gone-before", "uid"), new Named("gone-before", "uid")));

        scavenger.round();

        assertThat(exists(PodMigrationJob.class, job)).isFalse();
        assertThat(exists(Reservation.class, reservation)).isFalse();
        assertThat(exists(PodMigrationJob.class, bare)).isFalse();
        assertThat(exists(PodMigrationJob.class, kept))
                .as("another job of the name")
                .isTrue();
    }

    @Test
    void anOrphanGoesWhenTwoRoundsFindItSo() {
        Named orphan = reservation();
        orphans.add(orphan);

        scavenger.round();
        assertThat(exists(Reservation.class, orphan)).isTrue();
        scavenger.round();
        assertThat(exists(Reservation.class, orphan)).isFalse();
    }

    @Test
    void aReplicaWithoutTheLeaseDeletesNothing() {
        Named job = job();
        due.add(new DueJob(job, null));
        leads = false;

        scavenger.round();

        assertThat(exists(PodMigrationJob.class, job)).isTrue();
    }
}

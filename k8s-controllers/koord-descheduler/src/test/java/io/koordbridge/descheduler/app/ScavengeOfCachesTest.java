package io.koordbridge.descheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.act.scavenge.ScavengeRule.DueJob;
import io.koordbridge.descheduler.act.scavenge.ScavengeRule.Named;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScavengeOfCachesTest {

    private static final String RESERVATION = """
            apiVersion: scheduling.koordinator.sh/v1alpha1
            kind: Reservation
            metadata:
              name: %s
              labels: {app.kubernetes.io/created-by: koord-descheduler}
              ownerReferences: [{apiVersion: scheduling.koordinator.sh/v1alpha1, kind: PodMigrationJob, name: job, uid: %s}]
            spec: {}
            """;

    private final LiveCluster cluster = new LiveCluster(Configurations.settings("{}", "{}"));

    @AfterEach
    void end() {
        cluster.close();
    }

    private String job(String name, String ttl) {
        return cluster.create("""
                apiVersion: scheduling.koordinator.sh/v1alpha1
                kind: PodMigrationJob
                metadata: {name: %s}
                spec:
                  ttl: %s
                  podRef: {namespace: shop, name: web}
                  reservationOptions: {template: {metadata: {name: %s}}}
                """.formatted(name, ttl, "place-" + name))
                .getMetadata()
                .getUid();
    }

    private ScavengeOfCaches later(Duration time) {
        return new ScavengeOfCaches(cluster.caches(), Clock.offset(Clock.systemUTC(), time));
    }

    @Test
    void aJobPastItsTimeIsDueWithItsReservation() {
        String uid = job("short", "5m");
        job("long", "10h");
        cluster.create(RESERVATION.formatted("place-short", uid));
        cluster.follow();

        assertThat(later(Duration.ofMinutes(1)).due()).isEmpty();
        assertThat(later(Duration.ofHours(1)).due()).singleElement().satisfies(due -> {
            assertThat(due.job()).isEqualTo(new Named("short", uid));
            assertThat(due.reservation()).isNotNull().extracting(Named::name).isEqualTo("place-short");
        });
        assertThat(later(Duration.ofHours(11)).due())
                .extracting(DueJob::job)
                .extracting(Named::name)
                .containsExactlyInAnyOrder("short", "long");
    }

    @Test
    void aReservationWhoseJobIsGoneIsAnOrphan() {
        String uid = job("alive", "5m");
        cluster.create(RESERVATION.formatted("place-alive", uid));
        cluster.create(RESERVATION.formatted("left", "gone"));
        cluster.create("""
                apiVersion: scheduling.koordinator.sh/v1alpha1
                kind: Reservation
                metadata: {name: of-a-user}
                spec: {}
                """);
        cluster.follow();

        assertThat(later(Duration.ZERO).orphans()).extracting(Named::name).containsExactly("left");
    }

    @Test
    void nothingIsDueBeforeAllWasRead() {
        job("short", "5m");
        ScavengeOfCaches rule = new ScavengeOfCaches(
                cluster.caches(), Clock.fixed(Instant.parse("2100-01-01T00:00:00Z"), java.time.ZoneOffset.UTC));

        assertThat(rule.due()).isEmpty();
        assertThat(rule.orphans()).isEmpty();
    }
}

package io.koordbridge.descheduler.decide.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.WithdrawEviction;
import io.koordbridge.protocol.Annotations;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MigrationStepTest {

    private static final String DIRECT = "EvictDirectly";
    private static final Pod POD = MigrationScene.pod("p", "uid-p", "n1", true);

    private static MigrationWorld world(PodMigrationJob job) {
        MigrationWorld world = new MigrationWorld(job, MigrationScene.BEGIN.plusSeconds(10));
        world.put(POD);
        return world;
    }

    private static PodMigrationJob job(@Nullable String mode, @Nullable String ttl, @Nullable String uid) {
        return MigrationScene.job(mode, ttl, uid, Map.of());
    }

    private static JobFacts facts(MigrationWorld world) {
        return JobFacts.of(world.job);
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-5m", "9999999999h", "5", "1e3s"})
    void badTtlFailsTheJobAndNamesTheRange(String ttl) {
        MigrationWorld world = world(job(DIRECT, ttl, "uid-p"));
        assertThat(world.pass().error()).contains("invalid spec.ttl: '" + ttl + "'; allowed:");
        assertThat(facts(world).status().reason()).isEqualTo("InvalidJob");
        assertThat(world.evicted).isEmpty();
    }

    @Test
    void unknownModeFailsTheJob() {
        MigrationWorld world = world(job("Gently", "5m0s", "uid-p"));
        assertThat(world.pass().error()).contains("invalid spec.mode: 'Gently'");
        assertThat(facts(world).phase()).isEqualTo(JobPhases.FAILED);
    }

    @Test
    void jobWithoutSpecFailsWithAReason() {
        PodMigrationJob job = job(DIRECT, null, null);
        job.setSpec(null);
        MigrationWorld world = world(job);
        assertThat(world.pass().error()).contains("invalid spec.podRef");
        assertThat(facts(world).status().reason()).isEqualTo("InvalidPodRef");
    }

    @Test
    void creationInTheFutureIsNoticed() {
        MigrationWorld world = world(job(DIRECT, "5m0s", "uid-p"));
        world.now = MigrationScene.BEGIN.minus(Duration.ofHours(1));
        assertThat(MigrationStep.next(world.facts()).notices())
                .singleElement()
                .satisfies(notice -> assertThat(notice.message()).contains("2026-07-01T08:00:00Z"));
    }

    @Test
    void jobThatHasNotPassedWaitsUntilItsTtl() {
        MigrationWorld world = world(job(DIRECT, "5m0s", "uid-p"));
        world.answers = new MigrationAnswers(false, false, true);
        world.pass();
        assertThat(world.written).isEmpty();
        world.now = MigrationScene.BEGIN.plus(Duration.ofMinutes(5));
        world.pass();
        assertThat(facts(world).status().reason()).isEqualTo("Timeout");
    }

    @Test
    void jobOfAnotherComponentIsLeftToIt() {
        Map<String, String> marks = Map.of(Annotations.JOB_CREATED_BY, "0af9-another");
        MigrationWorld world = world(MigrationScene.job(DIRECT, "5m0s", "uid-p", marks));
        world.pass();
        assertThat(world.written).isEmpty();
    }

    @Test
    void jobOfAnEarlierProcessIsAdopted() {
        Map<String, String> marks = Map.of(Annotations.JOB_CREATED_BY, "koord-descheduler/earlier");
        MigrationWorld world = world(MigrationScene.job(DIRECT, "5m0s", "uid-p", marks));
        world.pass();
        assertThat(world.evicted).containsExactly("d/p");
    }

    @Test
    void fullLimiterHoldsBackTheEvictionOnly() {
        MigrationWorld world = world(job(DIRECT, "5m0s", "uid-p"));
        world.answers = new MigrationAnswers(true, true, true);
        assertThat(world.pass().again()).isEqualTo(Draft.POLL);
        assertThat(world.evicted).isEmpty();
        world.answers = new MigrationAnswers(true, false, true);
        world.pass();
        world.answers = new MigrationAnswers(true, true, true);
        world.pods.clear();
        world.pass();
        assertThat(facts(world).phase()).isEqualTo(JobPhases.SUCCEEDED);
    }

    @Test
    void timeoutWithdrawsAnEvictionThatWaits() {
        MigrationWorld world = world(job(DIRECT, "5m0s", "uid-p"));
        world.pass();
        world.now = MigrationScene.BEGIN.plus(Duration.ofMinutes(5));
        world.pass();
        assertThat(world.written).anyMatch(WithdrawEviction.class::isInstance);
        assertThat(facts(world).status().message()).contains("not finished within 5m0s");
    }
}

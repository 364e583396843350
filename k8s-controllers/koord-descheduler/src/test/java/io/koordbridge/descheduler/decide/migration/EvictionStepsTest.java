package io.koordbridge.descheduler.decide.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.decide.migration.EvictionOutcome.Result;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.Evict;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EvictionStepsTest {

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

    @Test
    void podWithAnotherUidIsNotEvicted() {
        MigrationWorld world = world(job(DIRECT, "5m0s", "uid-of-another"));
        assertThat(world.pass().error()).contains("uid-p", "uid-of-another");
        assertThat(world.evicted).isEmpty();
        assertThat(facts(world).status().reason()).isEqualTo("MissingPod");
    }

    @Test
    void staticPodIsNotEvicted() {
        MigrationWorld world = world(job(DIRECT, "5m0s", "uid-p"));
        world.put(new PodBuilder(POD)
                .editMetadata()
                .addToAnnotations("kubernetes.io/config.source", "file")
                .endMetadata()
                .build());
        world.pass();
        assertThat(facts(world).status().reason()).isEqualTo("ForbiddenMigratePod");
        assertThat(facts(world).status().message()).contains("static or mirror pod");
        assertThat(world.evicted).isEmpty();
    }

    @Test
    void refusedEvictionSaysSoOnce() {
        MigrationWorld world = world(job(DIRECT, "5m0s", "uid-p"));
        world.evictor = pod -> new EvictionOutcome(Result.REFUSED, "budget zk");
        assertThat(world.pass().error()).contains("REFUSED budget zk");
        assertThat(facts(world).status().message()).contains("a disruption budget keeps it");
        int before = world.written.size();
        world.pass();
        assertThat(world.written.subList(before, world.written.size()))
                .singleElement()
                .isInstanceOf(Evict.class);
    }

    @Test
    void terminatingPodIsNotEvictedOnceMore() {
        MigrationWorld world = world(job(DIRECT, "5m0s", "uid-p"));
        world.put(MigrationScene.terminating(POD));
        world.pass();
        assertThat(world.evicted).isEmpty();
        world.pods.clear();
        world.pass();
        assertThat(facts(world).phase()).isEqualTo(JobPhases.SUCCEEDED);
    }
}

package io.koordbridge.descheduler.decide.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.migration.EvictionOutcome.Result;
import io.koordbridge.descheduler.decide.migration.MigrationScene.Room;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.Evict;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class MigrationStepPropertyTest {

    private static final Duration TICK = Duration.ofSeconds(3);
    private static final int MOST_TICKS = 110;
    private static final int MOST_STEPS = 6;

    @Provide
    Arbitrary<MigrationScene> scenes() {
        return Combinators.combine(
                        Arbitraries.of("EvictDirectly", "ReservationFirst"),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.of(Room.class),
                        Arbitraries.integers().between(-1, 3),
                        Arbitraries.of(true, false))
                .as(MigrationScene::new);
    }

    @Property(tries = 200)
    void crashAfterAnyWriteEndsTheSameWay(@ForAll("scenes") MigrationScene scene) {
        MigrationWorld calm = world(scene);
        live(scene, calm);
        for (int writes = 0; writes < Math.min(calm.written.size(), 12); writes++) {
            MigrationWorld crashed = world(scene);
            crashed.writesLeft = writes;
            live(scene, crashed);
            assertThat(JobFacts.of(crashed.job).phase())
                    .as("after %d writes", writes)
                    .isEqualTo(JobFacts.of(calm.job).phase());
            assertThat(crashed.evicted).as("after %d writes", writes).hasSizeLessThanOrEqualTo(1);
        }
    }

    @Property(tries = 200)
    void everyJobIsOverByItsTtlAndLeavesNoReservation(@ForAll("scenes") MigrationScene scene) {
        MigrationWorld world = world(scene);
        live(scene, world);
        JobFacts job = JobFacts.of(world.job);
        assertThat(job.isOver()).isTrue();
        assertThat(job.age(world.now)).isLessThanOrEqualTo(job.ttl().plus(TICK));
        assertThat(world.evicted).hasSizeLessThanOrEqualTo(1);
        if (job.phase().equals(JobPhases.FAILED)) {
            assertThat(world.reservations).isEmpty();
        }
    }

    @Property(tries = 200)
    void stepsAreQuietWhileNothingChanges(@ForAll("scenes") MigrationScene scene) {
        MigrationWorld world = world(scene);
        for (int tick = 0; tick < 12; tick++) {
            for (int step = 0; step < MOST_STEPS; step++) {
                world.pass();
            }
            int before = world.written.size();
            world.pass();
            assertThat(world.written.subList(before, world.written.size()))
                    .allSatisfy(write -> assertThat(write).isInstanceOf(Evict.class));
            world.now = world.now.plus(TICK);
            scene.tick(world.pods, world.reservations);
        }
    }

    private static MigrationWorld world(MigrationScene scene) {
        MigrationWorld world = new MigrationWorld(scene.job(), MigrationScene.BEGIN);
        world.put(MigrationScene.pod("p", "uid-p", "n1", true));
        AtomicInteger calls = new AtomicInteger();
        world.evictor = pod -> {
            if (scene.refusals() < 0 || calls.getAndIncrement() < scene.refusals()) {
                return new EvictionOutcome(Result.REFUSED, "budget");
            }
            world.pods.computeIfPresent(pod.key(), (key, one) -> MigrationScene.terminating(one));
            return new EvictionOutcome(Result.EVICTED, "");
        };
        return world;
    }

    private static void live(MigrationScene scene, MigrationWorld world) {
        for (int tick = 0; tick < MOST_TICKS; tick++) {
            try {
                if (JobFacts.of(world.job).isOver()) {
                    world.end();
                    return;
                }
                world.pass();
            } catch (MigrationWorld.Crash restarted) {
                world.writesLeft = -1;
            }
            if (!JobFacts.of(world.job).isOver()) {
                world.now = world.now.plus(TICK);
            }
            scene.tick(world.pods, world.reservations);
        }
    }
}

package io.koordbridge.scheduler.gang.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.plugin.PodGate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Binds, and those of pods without a gang. */
class GangBarrierTest {

    private static final Duration ROUND = Duration.ofMillis(250);

    private final CountingPlugin plugin = new CountingPlugin();
    private final GangScene scene = new GangScene(plugin.capabilities(PodGate.OPEN));

    @Test
    void bindsOfOtherPodsBeginAndEndWhileAPlanIsSearched() {
        scene.node("n1", 9_000);
        scene.pods("g", 2, "p1", "p2");
        scene.single("s1");
        scene.filter("p1");
        plugin.during = () -> CountingPlugin.onAnotherThread(() -> {
            scene.bind("s1", "n1");
            assertThat(scene.bindingSays("s1", "n1")).isEmpty();
            scene.bindEnds("s1", "n1", true);
        });

        scene.pass(ROUND);

        assertThat(scene.isPending("s1")).isFalse();
        assertThat(scene.held()).containsExactly("p1", "p2");
    }

    @Test
    void aBindThatFailsGivesItsRoomBackAndTheGangIsPlannedAnew() {
        scene.node("n1", 9_000);
        scene.pods("g", 2, "p1", "p2");
        scene.filter("p1");
        scene.pass(ROUND);
        for (String name : List.of("p1", "p2")) {
            scene.bind(name, scene.filter(name));
        }

        scene.bindEnds("p1", "n1", false);
        scene.bindEnds("p2", "n1", false);
        assertThat(scene.held()).isEmpty();
        scene.filter("p1");
        scene.pass(ROUND);

        assertThat(scene.held()).containsExactly("p1", "p2");
    }

    @Test
    void aSecondBindOfAPodTakesThePlaceOfTheFirst() {
        scene.node("n1", 9_000);
        scene.pods("g", 2, "p1", "p2");
        scene.filter("p1");
        scene.pass(ROUND);
        scene.bind("p1", scene.filter("p1"));

        scene.bind("p1", "n1");

        assertThat(scene.binds).containsEntry("p1", "asked to be bound a second time");
    }
}

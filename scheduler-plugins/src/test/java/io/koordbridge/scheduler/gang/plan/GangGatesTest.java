package io.koordbridge.scheduler.gang.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.WellKnown;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The scheduling gates of a gang's pods, and the time for its binds. */
class GangGatesTest {

    private static final Duration ROUND = Duration.ofMillis(250);

    private final GangScene scene = new GangScene();

    private void gated(int pods) {
        for (int i = 0; i <= pods / 50; i++) {
            scene.node("n" + i, 1_000_000);
        }
        for (int i = 0; i < pods; i++) {
            scene.closedGates.add("p" + i);
            scene.pod("p" + i, "g", pods, spec -> spec.addNewSchedulingGate(WellKnown.SCHEDULING_GATE));
        }
        for (int i = 0; i < pods; i++) {
            scene.gated("p" + i);
        }
        scene.pass(ROUND);
        assertThat(scene.held()).hasSize(pods);
    }

    private void opens(String name, int pods) {
        scene.closedGates.remove(name);
        scene.pods("g", pods, name);
    }

    @Test
    void noMemberGetsANodeBeforeTheLastGateIsOpen() {
        gated(3);
        opens("p0", 3);
        opens("p1", 3);

        assertThat(scene.filter("p0")).isEmpty();
        assertThat(scene.refusal("p1")).isEqualTo("gang jobs/g: its scheduling gates are being opened");

        opens("p2", 3);
        scene.woken.clear();
        scene.pass(ROUND);
        assertThat(scene.woken).containsExactlyInAnyOrder("p0", "p1");
        assertThat(List.of(scene.filter("p0"), scene.filter("p1"), scene.filter("p2")))
                .containsOnly("n0");
    }

    @Test
    void theTimeForTheBindsBeginsWithTheLastGate() {
        int pods = 600;
        gated(pods);
        for (int i = 0; i < pods - 1; i++) {
            opens("p" + i, pods);
        }
        scene.pass(Duration.ofSeconds(11));
        opens("p" + (pods - 1), pods);
        scene.pass(ROUND);

        scene.pass(Duration.ofSeconds(59));
        assertThat(scene.held()).hasSize(pods);
        scene.pass(Duration.ofSeconds(2));
        assertThat(scene.held()).isEmpty();
    }

    @Test
    void gatesThatStayClosedEndThePlan() {
        gated(3);
        scene.pass(Duration.ofSeconds(61));

        assertThat(scene.held()).isEmpty();
    }
}

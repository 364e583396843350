package io.koordbridge.scheduler.gang.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GangReportsTest {

    private final GangScene scene = new GangScene();

    @Test
    void saysHowFarAGangIs() {
        scene.node("n1", 9_000);
        scene.pods("g", 2, "p1");
        assertThat(scene.details("p1"))
                .contains("fewer pods than the minimum exist", "minimum 2, pods 1 (without room: jobs/p1)");

        scene.pods("g", 2, "p2");
        scene.pass(Duration.ofSeconds(1));
        scene.filter("p1");
        scene.pass(Duration.ofSeconds(1));
        scene.bind("p1", "n1");

        assertThat(scene.details("p2")).contains("planned", "with room 2, waiting in their bind 1");
        scene.bind("p2", "n1");
        assertThat(scene.details("p2")).contains("its pods are being bound");
        scene.bindEnds("p1", "n1", true);
        scene.bindEnds("p2", "n1", true);
        assertThat(scene.details("p2")).contains("jobs/g: placed", "bound 2");
    }

    @Test
    void reportsHowFarEachGangIs() {
        scene.node("n1", 2_000);
        scene.pods("small", 3, "s1");
        scene.pods("large", 3, "l1", "l2", "l3");
        scene.filter("l1");
        scene.pass(Duration.ofSeconds(1));

        assertThat(scene.gangs.reports())
                .extracting(GangReport::id, GangReport::state, one -> one.pods().present())
                .containsExactlyInAnyOrder(
                        tuple("jobs/small", GangReport.State.INCOMPLETE, 1),
                        tuple("jobs/large", GangReport.State.WAITING, 3));

        scene.node("n2", 2_000);
        scene.filter("l1");
        scene.pass(Duration.ofSeconds(6));

        assertThat(scene.gangs.reports())
                .filteredOn(one -> one.id().equals("jobs/large"))
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.state()).isEqualTo(GangReport.State.PLANNED);
                    assertThat(one.pods().withRoom()).isEqualTo(3);
                    assertThat(one.reason()).contains("planned");
                });
    }
}

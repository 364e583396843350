package io.koordbridge.scheduler.reservation.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationStatus;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.reservation.room.ReservationScene;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReservationControllerTest implements ReservationApi {

    private final ReservationScene scene = new ReservationScene();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:10:00Z"));
    private final List<String> events = new ArrayList<>();
    private boolean leads = true;
    /** How often it hears that it leads. */
    private int asks = Integer.MAX_VALUE;

    private final ReservationController controller = new ReservationController(
            scene.reservations,
            new ReservationPlacer(scene.ledger, scene.plugins),
            this,
            time -> leads && asks-- > 0,
            ReservationArgs.DEFAULT,
            Samples.steady(clock),
            new MetricRegistry());
    private boolean broken;
    private boolean answers = true;
    private @Nullable Reservation written;
    private int writes;
    private int version = 1_000;

    @Override
    public Reservation write(Reservation object, Map<String, @Nullable String> annotations, StatusChange change) {
        if (broken) {
            throw new KubernetesClientException("away", 500, null);
        }
        writes++;
        Reservation now = new Reservation();
        now.setMetadata(new ObjectMetaBuilder(object.getMetadata())
                .withResourceVersion(Integer.toString(++version))
                .build());
        now.setSpec(object.getSpec());
        now.setStatus(change.status());
        written = now;
        if (!answers) {
            throw new KubernetesClientException("no answer");
        }
        return now;
    }

    @Override
    public void event(Reservation object, StatusChange change) {
        events.add(change.reason());
    }

    @Override
    public void delete(Reservation object) {
        writes++;
        scene.reservations.remove(object);
    }

    private ReservationStatus status() {
        return scene.reservations.objects().get(0).getStatus();
    }

    private String ready() {
        return status().conditions().stream()
                .filter(condition -> "Ready".equals(condition.type()))
                .map(condition -> condition.status() + " " + condition.reason())
                .findFirst()
                .orElse("");
    }

    private void pending(String spec) {
        scene.reservations.put(scene.object("r", spec, "{}"));
    }

    private void rounds(int number) {
        for (int i = 0; i < number; i++) {
            controller.round();
            clock.advance(Duration.ofSeconds(6));
        }
    }

    @Test
    void getsANodeOnceAndThenWritesNothing() {
        scene.ledger.nodeSeen(Samples.nodeFacts("n1", 9_000, "80Gi"));
        pending("{}");

        rounds(3);

        assertThat(status().phase()).isEqualTo("Available");
        assertThat(status().nodeName()).isEqualTo("n1");
        assertThat(status().allocatable()).isEqualTo(Map.of("cpu", new Quantity("4"), "memory", new Quantity("8Gi")));
        assertThat(ready()).isEqualTo("True Available");
        assertThat(writes).isEqualTo(1);
        assertThat(scene.ledger.assumptions()).isEmpty();
        assertThat(events).containsExactly("Scheduled");
    }

    @Test
    void saysWhyThereIsNoRoomAndIsPlacedWhenThereIs() {
        scene.ledger.nodeSeen(Samples.nodeFacts("n1", 9_000, "80Gi"));
        scene.filled("f", "n1", "14");
        pending("{}");

        rounds(3);

        assertThat(status().phase()).isEqualTo("Pending");
        assertThat(status().conditions().get(0).message()).isEqualTo("no node fits: not enough cpu");
        assertThat(writes).isEqualTo(1);

        scene.ledger.podGone("uid-f", "jobs/f");
        rounds(1);

        assertThat(status().phase()).isEqualTo("Available");
    }

    @Test
    void twoDoNotGetTheSameRoom() {
        scene.ledger.nodeSeen(Samples.nodeFacts("n1", 9_000, "80Gi"));
        scene.filled("f", "n1", "10");
        scene.reservations.put(scene.object("r1", "{}", "{}"));
        scene.reservations.put(scene.object("r2", "{}", "{}"));

        rounds(3);

        assertThat(writes).isEqualTo(2);
        assertThat(scene.reservations.objects())
                .extracting(object -> object.getStatus().phase())
                .containsExactly("Available", "Pending");
    }

    @Test
    void succeedsWithItsFirstPod() {
        scene.ledger.nodeSeen(Samples.nodeFacts("n1", 9_000, "80Gi"));
        pending("{}");
        rounds(1);

        scene.ledger.podSeen(Samples.boundFacts(
                new PodBuilder(Samples.pod("o", Map.of("cpu", "2")))
                        .editMetadata()
                        .addToLabels("app", "x")
                        .addToAnnotations(Annotations.POD_RESERVATION_ALLOCATED, "{\"name\":\"r\",\"uid\":\"uid-r\"}")
                        .endMetadata()
                        .build(),
                "n1"));
        rounds(2);

        assertThat(status().phase()).isEqualTo("Succeeded");
        assertThat(status().currentOwners())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getName()).isEqualTo("o"));
        assertThat(status().allocated()).isEqualTo(Map.of("cpu", new Quantity("2")));
        assertThat(writes).isEqualTo(2);
        clock.advance(Duration.ofHours(25));
        rounds(1);
        assertThat(scene.reservations.objects()).isEmpty();
    }

    @Test
    void staysWhatItIsWhateverAStrangerSaysThatHeUses() {
        scene.ledger.nodeSeen(Samples.nodeFacts("n1", 9_000, "80Gi"));
        pending("{}");
        rounds(1);

        scene.ledger.podSeen(Samples.boundFacts(
                new PodBuilder(Samples.pod("stranger", Map.of("cpu", "2")))
                        .editMetadata()
                        .addToAnnotations(Annotations.POD_RESERVATION_ALLOCATED, "{\"name\":\"r\",\"uid\":\"uid-r\"}")
                        .endMetadata()
                        .build(),
                "n1"));
        rounds(2);

        assertThat(status().phase()).isEqualTo("Available");
        assertThat(status().currentOwners()).isNullOrEmpty();
    }

    @Test
    void endsByItsTimeAndWithItsNode() {
        scene.ledger.nodeSeen(Samples.nodeFacts("n1", 9_000, "80Gi"));
        pending("{}");
        rounds(1);
        clock.advance(Duration.ofHours(1));

        rounds(2);

        assertThat(status().phase()).isEqualTo("Failed");
        assertThat(ready()).isEqualTo("False Expired");
        assertThat(writes).isEqualTo(2);

        scene.open("r", "n9", "{'ttl': '0s'}");
        rounds(1);
        assertThat(status().conditions())
                .last()
                .satisfies(condition -> assertThat(condition.message()).isEqualTo("node n9 is gone"));
    }

    @Test
    void saysThatItsRoomIsLostAndThatItIsBack() {
        scene.ledger.nodeSeen(Samples.nodeFacts("n1", 9_000, "80Gi"));
        pending("{}");
        rounds(1);

        scene.filled("static", "n1", "13");
        rounds(2);
        assertThat(ready()).isEqualTo("False RoomLost");
        assertThat(writes).isEqualTo(2);
        assertThat(events).containsExactly("Scheduled", "RoomLost");

        scene.ledger.podGone("uid-static", "jobs/static");
        rounds(2);
        assertThat(ready()).isEqualTo("True Available");
        assertThat(writes).isEqualTo(3);
    }

    @Test
    void aWriteThatFailsKeepsNoRoomAndIsTriedAgain() {
        scene.ledger.nodeSeen(Samples.nodeFacts("n1", 9_000, "80Gi"));
        pending("{}");
        broken = true;
        rounds(1);
        assertThat(scene.ledger.assumptions()).isEmpty();

        broken = false;
        rounds(1);

        assertThat(status().phase()).isEqualTo("Available");
    }

    @Test
    void aWriteWithoutAnAnswerKeepsItsRoomUntilItShows() {
        scene.ledger.nodeSeen(Samples.nodeFacts("n1", 9_000, "80Gi"));
        pending("{}");
        answers = false;

        rounds(1);
        scene.ledger.podSeen(Samples.boundFacts(Samples.pod("other", Map.of("cpu", "1")), "n1"));
        rounds(3);

        assertThat(writes).isEqualTo(1);
        assertThat(scene.ledger.assumptions()).hasSize(1);

        scene.reservations.put(Objects.requireNonNull(written));
        rounds(1);

        assertThat(status().nodeName()).isEqualTo("n1");
        assertThat(scene.ledger.assumptions()).isEmpty();
    }

    @Test
    void aWriteThatNeverShowsIsTriedAgain() {
        scene.ledger.nodeSeen(Samples.nodeFacts("n1", 9_000, "80Gi"));
        pending("{}");
        answers = false;
        rounds(5);
        answers = true;

        scene.ledger.podSeen(Samples.boundFacts(Samples.pod("other", Map.of("cpu", "1")), "n1"));
        rounds(3);

        assertThat(writes).isEqualTo(2);
        assertThat(status().phase()).isEqualTo("Available");
    }

    @Test
    void aReplicaThatDoesNotLeadWritesNothing() {
        scene.ledger.nodeSeen(Samples.nodeFacts("n1", 9_000, "80Gi"));
        pending("{}");
        leads = false;

        rounds(2);

        assertThat(writes).isZero();
    }

    @Test
    void aReplicaThatLosesTheLeaseWhileItPlacesWritesNothingAndKeepsNoRoom() {
        scene.ledger.nodeSeen(Samples.nodeFacts("n1", 9_000, "80Gi"));
        pending("{}");
        // One for the round and one for the object.
        asks = 2;

        rounds(2);

        assertThat(writes).isZero();
        assertThat(scene.ledger.assumptions()).isEmpty();
    }

    @Test
    void badSpecsGetNoNodeAndOneProblemEach() {
        scene.ledger.nodeSeen(Samples.nodeFacts("n1", 9_000, "80Gi"));
        pending("{'template': null}");
        rounds(2);
        assertThat(status().conditions().get(0).message()).isEqualTo("spec.template is absent");

        pending("{'preAllocation': true}");
        rounds(2);
        assertThat(status().conditions().get(0).message()).isEqualTo("spec.preAllocation is not supported");

        pending("{'expires': '2025-01-01T00:00:00Z'}");
        rounds(2);
        assertThat(status().phase()).isEqualTo("Failed");
        assertThat(scene.problems).filteredOn(problem -> !problem.isEmpty()).hasSizeGreaterThanOrEqualTo(3);
    }
}

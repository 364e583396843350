package io.koordbridge.scheduler.reservation.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.reservation.ReservationMark;
import io.koordbridge.scheduler.facts.reservation.ReservationMark.Kind;
import io.koordbridge.scheduler.facts.reservation.ReservationMatch;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PodMarkerTest {

    private final ReservationScene scene = new ReservationScene();
    private final AtomicInteger matches = new AtomicInteger();
    private final PodMarker marker = new PodMarker(scene.reservations, (pod, request, reservation, labels) -> {
        matches.incrementAndGet();
        return ReservationMatch.of(pod, request, reservation, labels);
    });

    private static PodFacts pod(String name, Map<String, String> labels, Map<String, String> annotations) {
        return PodFactsReader.read(new PodBuilder(Samples.pod(name, Map.of("cpu", "1")))
                .editMetadata()
                .withLabels(labels)
                .withAnnotations(annotations)
                .endMetadata()
                .build());
    }

    private void open(String name, String job) {
        scene.open(
                name, "n1", "{'owners': [{'labelSelector': {'matchLabels': {'app': 'spark', 'job': '" + job + "'}}}]}");
    }

    private List<String> marks(PodFacts pod) {
        return marker.marked(pod).traits().reservations().uids();
    }

    @Test
    void manyPodsAndReservationsAreComparedOnlyWhereLabelsAgree() {
        IntStream.range(0, 300).forEach(number -> open("r" + number, "j" + number));
        List<PodFacts> pods = IntStream.range(0, 10_000)
                .mapToObj(number -> pod("p" + number, Map.of("app", "spark", "job", "j" + number % 1_000), Map.of()))
                .toList();

        pods.forEach(marker::marked);
        assertThat(matches).hasValue(3_000);
        pods.forEach(marker::marked);
        assertThat(matches).hasValue(3_000);
        assertThat(marks(pods.get(7))).containsExactly("uid-r7");
        assertThat(marks(pods.get(300))).isEmpty();
    }

    @Test
    void aMarkFollowsTheReservationsAndThePod() {
        PodFacts pod = pod("p", Map.of("app", "spark", "job", "j1"), Map.of());
        assertThat(marker.marked(pod).traits().reservations()).isEqualTo(ReservationMark.NONE);

        open("r1", "j1");
        assertThat(marks(pod)).containsExactly("uid-r1");
        open("r2", "j1");
        assertThat(marks(pod)).containsExactly("uid-r1", "uid-r2");
        scene.open("r1", "n1", "{'unschedulable': true}");
        assertThat(marks(pod)).containsExactly("uid-r2");
        assertThat(marks(pod("p", Map.of("app", "spark", "job", "j2"), Map.of())))
                .isEmpty();
        assertThat(marks(pod)).containsExactly("uid-r2");
    }

    @Test
    void whatSelectsByTheNodeFollowsTheNode() {
        scene.ledger.nodeSeen(Samples.nodeFacts("n1", 1_000, "1Gi"));
        open("r1", "j1");
        PodFacts pod = pod(
                "p",
                Map.of("app", "spark", "job", "j1"),
                Map.of(Annotations.POD_RESERVATION_AFFINITY, "{\"reservationSelector\":{\"zone\":\"a\"}}"));
        assertThat(marks(pod)).isEmpty();

        scene.labelled("n1", Map.of("zone", "a"));

        assertThat(marks(pod)).containsExactly("uid-r1");
        assertThat(marker.marked(pod).traits().reservations().kind()).isEqualTo(Kind.MUST);
    }

    @Test
    void aPodThatIsPlacedIsLeftAsItIs() {
        open("r1", "j1");
        PodFacts placed = Samples.boundFacts(Samples.pod("p", Map.of("cpu", "1")), "n1");

        assertThat(marker.marked(placed)).isSameAs(placed);
    }
}

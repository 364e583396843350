package io.koordbridge.scheduler.reservation.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.place.device.DeviceSamples;
import io.koordbridge.scheduler.view.ClusterLedger.Assumed;
import io.koordbridge.scheduler.view.ClusterLedger.Placement;
import io.koordbridge.scheduler.view.ClusterLedger.Refused;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReservationPluginTest {

    private static final Map<String, String> PLAIN = Map.of();

    private final ReservationScene scene = new ReservationScene();

    @BeforeEach
    void nodes() {
        scene.ledger.nodeSeen(Samples.nodeFacts("n1", 9_000, "80Gi"));
        scene.ledger.nodeSeen(Samples.nodeFacts("n2", 9_000, "80Gi"));
        scene.filled("f1", "n1", "11");
        scene.filled("f2", "n2", "11");
    }

    private PodFacts owner(String name, String cpu) {
        return scene.waiting(name, "x", cpu, PLAIN);
    }

    private PodFacts stranger(String name, String cpu) {
        return scene.waiting(name, "y", cpu, PLAIN);
    }

    @Test
    void keepsStrangersOutAndLetsOwnersIn() {
        scene.open("r", "n1", "{}");

        assertThat(scene.fit(stranger("s1", "1"), "n1").fits()).isTrue();
        assertThat(scene.fit(stranger("s2", "2"), "n1").reasons())
                .containsExactly("Insufficient cpu beside reservations");
        assertThat(scene.fit(stranger("s2", "2"), "n2").fits()).isTrue();
        assertThat(scene.fit(owner("o", "5"), "n1").fits()).isTrue();
    }

    @Test
    void roomComesBackWhenTheReservationGoes() {
        PodFacts stranger = stranger("s", "2");
        scene.reservations.remove(scene.open("r", "n1", "{}"));

        assertThat(scene.fit(stranger, "n1").fits()).isTrue();
    }

    @Test
    void bindWritesWhichReservationThePodUsesAndTakesItsRoom() {
        scene.open("r", "n1", "{'allocateOnce': false}");

        Placement placement = scene.bind(owner("o", "3"), "n1");

        assertThat(placement)
                .isInstanceOfSatisfying(
                        Assumed.class,
                        assumed -> assertThat(assumed.assumption().pod().missingAnnotations())
                                .containsEntry(
                                        Annotations.POD_RESERVATION_ALLOCATED, "{\"name\":\"r\",\"uid\":\"uid-r\"}"));
        assertThat(ReservedNode.of(scene.node("n1")).kept("").get("cpu")).isEqualTo(1_000);
        assertThat(scene.fit(stranger("s1", "1"), "n1").fits()).isTrue();
        assertThat(scene.fit(stranger("s2", "2"), "n1").fits()).isFalse();
    }

    @Test
    void whoeverIsNoOwnerTakesNothingOfItWhateverHisAnnotationSays() {
        Pod liar = new PodBuilder(Samples.pod("liar", Map.of("cpu", "1")))
                .editMetadata()
                .addToLabels("app", "y")
                .addToAnnotations(Annotations.POD_RESERVATION_ALLOCATED, "{\"name\":\"r\",\"uid\":\"uid-r\"}")
                .endMetadata()
                .build();
        PodMarker marker = new PodMarker(scene.reservations);
        scene.open("r", "n1", "{}");
        scene.ledger.podSeen(Samples.boundFacts(liar, "n1"));

        assertThat(ReservedNode.of(scene.node("n1")).kept("").get("cpu")).isEqualTo(4_000);
        assertThat(scene.bind(owner("o", "2"), "n1")).isInstanceOf(Assumed.class);
        assertThat(marker.problems(Samples.bound(liar, "n1")))
                .singleElement()
                .asString()
                .contains("reservation-allocated counts as absent", "not one of its owners", "reservation r");
        assertThat(marker.problems(liar)).isEmpty();
    }

    @Test
    void oneThatIsUsedOnceTakesNoSecondPodAtTheSameMoment() {
        scene.open("r", "n1", "{}");
        PodFacts first = owner("o1", "1");
        PodFacts second = owner("o2", "2");

        assertThat(scene.bind(first, "n1")).isInstanceOf(Assumed.class);
        assertThat(scene.bind(second, "n1"))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.verdict().reasons())
                                .contains("Insufficient cpu beside reservations"));
    }

    @Test
    void restrictedGivesNoMoreThanItKeepsAndTheOthersDo() {
        scene.open("r", "n1", "{'allocatePolicy': 'Restricted'}");
        scene.open("a", "n2", "{'allocatePolicy': 'Aligned'}");
        PodFacts large = scene.waiting(
                "large", "x", "5", Map.of(Annotations.POD_RESERVATION_AFFINITY, "{\"reservationSelector\":{}}"));

        assertThat(scene.fit(large, "n1").reasons()).containsExactly("Insufficient cpu in its reservation");
        assertThat(scene.fit(large, "n2").fits()).isTrue();
    }

    @Test
    void whatAPodNeedsBeyondItsReservationIsNotTakenFromAnother() {
        scene.open("r1", "n1", "{}");
        scene.filled("f3", "n1", "1");
        scene.ledger.podGone("uid-f1", "jobs/f1");
        scene.filled("f4", "n1", "7");
        scene.open("r2", "n1", "{'owners': [{'object': {'name': 'else'}}]}");

        assertThat(scene.fit(owner("o", "4"), "n1").fits()).isTrue();
        assertThat(scene.fit(owner("o5", "5"), "n1").reasons()).containsExactly("Insufficient cpu beside reservations");
    }

    @Test
    void aPodThatHasToUseAReservationFitsNowhereElse() {
        scene.open("r", "n1", "{}");
        PodFacts named =
                scene.waiting("named", "x", "1", Map.of(Annotations.POD_RESERVATION_AFFINITY, "{\"name\":\"r\"}"));
        PodFacts other =
                scene.waiting("other", "x", "1", Map.of(Annotations.POD_RESERVATION_AFFINITY, "{\"name\":\"q\"}"));
        PodFacts broken = scene.waiting("broken", "x", "1", Map.of(Annotations.POD_RESERVATION_AFFINITY, "{"));

        assertThat(scene.fit(named, "n1").fits()).isTrue();
        assertThat(scene.fit(named, "n2").reasons())
                .containsExactly("node(s) without a reservation that the pod may use");
        assertThat(scene.fit(other, "n1").fits()).isFalse();
        assertThat(scene.fit(broken, "n2").message()).contains("invalid reservation annotation");
    }

    @Test
    void ownersPreferTheirReservationAndAmongThemTheLowestOrder() {
        scene.open("r1", "n1", "{}");
        PodFacts before = owner("o1", "2");
        scene.ledger.nodeSeen(Samples.nodeFacts("n3", 9_000, "80Gi"));

        assertThat(scene.score(before, "n1")).isGreaterThan(10 * scene.score(before, "n3"));

        var ordered = scene.object(
                "r2", "{}", "{'phase': 'Available', 'nodeName': 'n2', 'allocatable': {'cpu': '4', 'memory': '8Gi'}}");
        ordered.getMetadata().setLabels(Map.of("scheduling.koordinator.sh/reservation-order", "5"));
        scene.reservations.put(ordered);
        PodFacts after = owner("o2", "2");

        assertThat(scene.score(after, "n2")).isGreaterThan(scene.score(after, "n1"));
        assertThat(scene.score(after, "n1")).isGreaterThan(10 * scene.score(after, "n3"));
    }

    @Test
    void keepsCpusOfItsOwnForItsOwners() {
        scene.ledger.podGone("uid-f1", "jobs/f1");
        scene.ledger.topologySeen("n1", Samples.topology(16));
        var object = scene.object(
                "r", "{}", "{'phase': 'Available', 'nodeName': 'n1', 'allocatable': {'cpu': '4', 'memory': '8Gi'}}");
        object.getMetadata().setAnnotations(Map.of(Annotations.POD_RESOURCE_STATUS, "{\"cpuset\":\"0-3\"}"));
        scene.reservations.put(object);

        assertThat(cpus(scene.withCpus("s", "y"))).isEqualTo("4-7");
        assertThat(cpus(scene.withCpus("o", "x"))).isEqualTo("0-3");
    }

    private String cpus(PodFacts pod) {
        return scene.plugins
                .place(pod, scene.node("n1"))
                .pod()
                .numa()
                .holding()
                .cpus()
                .format();
    }

    @Test
    void keepsItsCardFromStrangersAndGivesItToItsOwnersFirst() {
        DeviceSamples.gpus(scene.ledger, "n1", 2);
        reservedCard("r", 1, "{'allocateOnce': false}");

        PodFacts one = scene.withGpus("s1", "y", "100");
        assertThat(card(one)).contains("\"minor\":0");
        assertThat(scene.fit(scene.withGpus("s2", "y", "200"), "n1").reasons())
                .containsExactly("Insufficient gpu devices");
        assertThat(card(scene.withGpus("half", "x", "50"))).contains("\"minor\":1");
        assertThat(scene.bind(one, "n1")).isInstanceOf(Assumed.class);
        assertThat(scene.fit(scene.withGpus("s3", "y", "50"), "n1").fits()).isFalse();

        PodFacts owner = scene.withGpus("o", "x", "100");
        assertThat(card(owner)).contains("\"minor\":1");
        assertThat(scene.bind(owner, "n1")).isInstanceOf(Assumed.class);
        assertThat(scene.fit(scene.withGpus("o2", "x", "50"), "n1").fits()).isFalse();
    }

    @Test
    void whatAnOwnerLeavesOfACardIsStillKept() {
        DeviceSamples.gpus(scene.ledger, "n1", 1);
        reservedCard("r", 0, "{'allocateOnce': false}");
        assertThat(scene.bind(scene.withGpus("o", "x", "40"), "n1")).isInstanceOf(Assumed.class);

        assertThat(scene.fit(scene.withGpus("s", "y", "10"), "n1").fits()).isFalse();
        assertThat(scene.fit(scene.withGpus("o2", "x", "60"), "n1").fits()).isTrue();
        assertThat(scene.fit(scene.withGpus("o3", "x", "70"), "n1").fits()).isFalse();
    }

    @Test
    void anUnreadableGrantOfAReservationKeepsNoCard() {
        DeviceSamples.gpus(scene.ledger, "n1", 1);
        var object = scene.open("r", "n1", "{}");
        object.getMetadata().setAnnotations(Map.of(Annotations.POD_DEVICE_ALLOCATED, "[7"));
        scene.reservations.put(object);

        assertThat(scene.fit(scene.withGpus("s", "y", "100"), "n1").fits()).isTrue();
    }

    private void reservedCard(String name, int minor, String spec) {
        var object = scene.object(
                name, spec, "{'phase': 'Available', 'nodeName': 'n1', 'allocatable': {'cpu': '1', 'memory': '1Gi'}}");
        String all =
                "{'koordinator.sh/gpu-core':'100','koordinator.sh/gpu-memory':'1Gi','koordinator.sh/gpu-memory-ratio':'100'}";
        String grant = "{'gpu':[{'minor':" + minor + ",'resources':" + all + "}]}";
        object.getMetadata().setAnnotations(Map.of(Annotations.POD_DEVICE_ALLOCATED, grant.replace('\'', '"')));
        scene.reservations.put(object);
    }

    private String card(PodFacts pod) {
        return scene.plugins
                .place(pod, scene.node("n1"))
                .pod()
                .missingAnnotations()
                .getOrDefault(Annotations.POD_DEVICE_ALLOCATED, "");
    }

    @Test
    void explainsWhatReservationsMeanToAPod() {
        scene.open("r", "n1", "{'unschedulable': true}");

        assertThat(new PodMarker(scene.reservations).details(owner("o", "1")))
                .containsExactly("reservation r, Available on node n1: it is closed for further pods");
        assertThat(new PodMarker(scene.reservations).details(stranger("s", "1")))
                .isEmpty();
    }

    @Test
    void roomThatOthersTookIsLostByTheYoungestFirst() {
        scene.open("r", "n1", "{}");
        assertThat(LostRoom.of(scene.node("n1"))).isEmpty();

        scene.filled("static", "n1", "2");

        assertThat(LostRoom.of(scene.node("n1"))).containsOnlyKeys("uid-r");
    }
}

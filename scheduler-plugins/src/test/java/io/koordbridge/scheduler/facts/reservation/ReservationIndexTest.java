package io.koordbridge.scheduler.facts.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.scheduler.facts.reservation.PodClaim.Controller;
import io.koordbridge.scheduler.facts.reservation.PodClaim.Identity;
import io.koordbridge.testkit.conformance.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReservationIndexTest {

    private static ReservationFacts open(String name, String owners) {
        String json = ("{'metadata': {'name': '" + name + "', 'uid': 'uid-" + name + "'},"
                        + " 'spec': {'allocateOnce': false, 'owners': " + owners + "},"
                        + " 'status': {'phase': 'Available', 'nodeName': 'n1', 'allocatable': {'cpu': '1'}}}")
                .replace('\'', '"');
        try {
            return ReservationReader.read(Json.as(Json.MAPPER.readTree(json), Reservation.class));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    private static PodClaim pod(String name, Map<String, String> labels, @Nullable Controller controller) {
        return new PodClaim(new Identity("jobs", name, "uid-" + name), labels, controller, false, null, List.of(), "");
    }

    private static List<String> names(ReservationIndex index, PodClaim pod) {
        return index.candidates(pod).stream().map(ReservationFacts::name).toList();
    }

    @Test
    void aPodFindsWhatNamesItItsControllerOrItsLabels() {
        ReservationIndex index = new ReservationIndex(List.of(
                open("any", "[{}]"),
                open("byController", "[{'controller': {'name': 'job', 'kind': 'Job'}}]"),
                open("byLabel", "[{'labelSelector': {'matchLabels': {'app': 'x'}}}]"),
                open("byKey", "[{'labelSelector': {'matchExpressions': [{'key': 'app', 'operator': 'Exists'}]}}]"),
                open("byName", "[{'object': {'name': 'p', 'namespace': 'jobs'}}]"),
                open("none", "[]"),
                open("unreadable", "[{'labelSelector': {'matchLabels': {'app': 'no value'}}}]")));

        assertThat(names(index, pod("q", Map.of(), null))).containsExactly("any");
        assertThat(names(index, pod("p", Map.of("app", "y"), null))).containsExactly("any", "byKey", "byName");
        assertThat(names(index, pod("q", Map.of("app", "x"), new Controller("batch/v1", "Job", "job", "u"))))
                .containsExactly("any", "byController", "byKey", "byLabel");
    }

    @Test
    void theRarestLabelOfASelectorDecides() {
        ReservationIndex index = new ReservationIndex(IntStream.range(0, 50)
                .mapToObj(number -> open(
                        "r" + number, "[{'labelSelector': {'matchLabels': {'app': 'x', 'job': 'j" + number + "'}}}]"))
                .toList());

        assertThat(names(index, pod("p", Map.of("app", "x", "job", "j7"), null)))
                .containsExactly("r7");
    }

    @Test
    void candidatesContainAllThatThePodIsAnOwnerOf() {
        Random random = new Random(11);
        for (int round = 0; round < 300; round++) {
            List<ReservationFacts> all = IntStream.range(0, 1 + random.nextInt(8))
                    .mapToObj(number -> open("r" + number, owners(random)))
                    .toList();
            ReservationIndex index = new ReservationIndex(all);
            for (int pods = 0; pods < 10; pods++) {
                PodClaim pod = randomPod(random);
                assertThat(index.candidates(pod))
                        .containsAll(all.stream()
                                .filter(one -> one.isUsable(0) && ReservationMatch.isOwner(pod, one))
                                .toList());
            }
        }
    }

    private static PodClaim randomPod(Random random) {
        Map<String, String> labels = new HashMap<>();
        for (String key : List.of("a", "b")) {
            if (random.nextBoolean()) {
                labels.put(key, "v" + random.nextInt(3));
            }
        }
        int owner = random.nextInt(3);
        return pod(
                "p" + random.nextInt(3),
                labels,
                random.nextBoolean() ? new Controller("batch/v1", "Job", "c" + owner, "uid-c" + owner) : null);
    }

    private static String owners(Random random) {
        List<String> rules = new ArrayList<>();
        for (int count = random.nextInt(3); count >= 0; count--) {
            List<String> parts = new ArrayList<>();
            int number = random.nextInt(3);
            if (random.nextInt(3) == 0) {
                parts.add(
                        random.nextBoolean()
                                ? "'object': {'name': 'p" + number + "'}"
                                : random.nextBoolean()
                                        ? "'object': {'uid': 'uid-p" + number + "'}"
                                        : "'object': {'namespace': 'jobs'}");
            }
            if (random.nextInt(3) == 0) {
                parts.add(
                        random.nextBoolean()
                                ? "'controller': {'kind': 'Job', 'name': 'c" + number + "'}"
                                : "'controller': {'uid': 'uid-c" + number + "'}");
            }
            if (random.nextBoolean()) {
                parts.add("'labelSelector': " + selector(random));
            }
            rules.add("{" + String.join(", ", parts) + "}");
        }
        return rules.toString();
    }

    private static String selector(Random random) {
        List<String> expressions = new ArrayList<>();
        for (int count = random.nextInt(3); count > 0; count--) {
            String key = random.nextBoolean() ? "a" : "b";
            expressions.add(
                    switch (random.nextInt(4)) {
                        case 0 -> "{'key': '" + key + "', 'operator': 'Exists'}";
                        case 1 -> "{'key': '" + key + "', 'operator': 'DoesNotExist'}";
                        case 2 -> "{'key': '" + key + "', 'operator': 'NotIn', 'values': ['v0']}";
                        default -> "{'key': '" + key + "', 'operator': 'In', 'values': ['v0', 'v1']}";
                    });
        }
        return "{'matchExpressions': " + expressions + "}";
    }
}

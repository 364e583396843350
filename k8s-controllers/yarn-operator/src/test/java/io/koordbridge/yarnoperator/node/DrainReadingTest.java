package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.annotation.YarnFrozen;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.yarnoperator.drain.DrainBook.Remembered;
import io.koordbridge.yarnoperator.drain.DrainRequest;
import io.koordbridge.yarnoperator.drain.DrainState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DrainReadingTest {

    private static final Instant TIME = Instant.parse("2026-01-01T12:00:00Z");
    private static final Duration USUAL = Duration.ofMinutes(10);

    private static Node node(Map<String, String> annotations) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .withAnnotations(annotations)
                .endMetadata()
                .build();
    }

    private static Pod pod(String uid, Map<String, String> annotations) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("nm")
                .withUid(uid)
                .withAnnotations(annotations)
                .endMetadata()
                .build();
    }

    private static Pod deleted(String at, Long grace) {
        Pod pod = pod("u1", Map.of());
        pod.getMetadata().setDeletionTimestamp(at);
        pod.getMetadata().setDeletionGracePeriodSeconds(grace);
        return pod;
    }

    private static DrainReading read(Node node, Pod... pods) {
        return DrainReading.UNREAD.next(node, matched(pods), USUAL, TIME);
    }

    private static NodeManagerPods matched(Pod... pods) {
        return new NodeManagerPods(List.of(pods), List.of(), true);
    }

    private static Duration timeout(Pod pod) {
        return read(node(Map.of()), pod).requests().get(0).timeout();
    }

    @Test
    void anOrderIsAboutAllPodsOfTheNode() {
        Node node = node(Map.of(
                Annotations.NODE_YARN_DRAIN,
                "{\"id\":\"a\",\"timeoutSeconds\":30,\"evictMasters\":true,\"deletePod\":true}"));

        assertThat(read(node, pod("u1", Map.of()), pod("u2", Map.of())).requests())
                .containsExactly(new DrainRequest("a", Duration.ofSeconds(30), true, true, false, Set.of("u1", "u2")));
    }

    @Test
    void anOrderThatBecomesUnreadableStaysAsItWas() {
        DrainReading before = read(node(Map.of(Annotations.NODE_YARN_DRAIN, "{\"id\":\"a\"}")));
        DrainReading after = before.next(node(Map.of(Annotations.NODE_YARN_DRAIN, "{\"id\":")), matched(), USUAL, TIME);

        assertThat(after.requests()).isEqualTo(before.requests());
        assertThat(after.problems()).hasSize(1).first().asString().contains("Node/n", Annotations.NODE_YARN_DRAIN);
        assertThat(after.next(node(Map.of()), matched(), USUAL, TIME).requests())
                .isEmpty();
    }

    @Test
    void aDeletedPodHasWhatIsLeftOfItsGracePeriod() {
        assertThat(timeout(deleted("2026-01-01T12:10:00Z", 700L))).isEqualTo(Duration.ofMinutes(9));
        assertThat(timeout(deleted("2026-01-01T12:10:00Z", 300L)))
                .as("by another clock")
                .isEqualTo(Duration.ofMinutes(4));
        assertThat(timeout(deleted("2026-01-01T12:00:30Z", 30L))).isEqualTo(Duration.ofSeconds(5));
        assertThat(timeout(deleted("2026-01-01T11:00:00Z", 700L))).isEqualTo(Duration.ofSeconds(5));
        assertThat(timeout(deleted("soon", 100L))).isEqualTo(Duration.ofSeconds(40));
        DrainRequest request = read(node(Map.of()), deleted("2026-01-01T12:10:00Z", null))
                .requests()
                .get(0);
        assertThat(request)
                .isEqualTo(new DrainRequest("pod/u1", Duration.ofSeconds(5), true, false, true, Set.of("u1")));
    }

    @Test
    void aPodThatADeschedulerWantsGoneIsDrainedThenDeleted() {
        Pod wanted =
                pod("u1", Map.of(Annotations.POD_SOFT_EVICTION, "{\"timestamp\":\"t\",\"initiator\":\"LowNodeLoad\"}"));

        assertThat(read(node(Map.of()), wanted, pod("u2", Map.of())).requests())
                .containsExactly(new DrainRequest("soft-eviction/u1/t", USUAL, false, true, false, Set.of("u1")));
        assertThat(read(node(Map.of()), pod("u1", Map.of(Annotations.POD_SOFT_EVICTION, "yes")))
                        .requests())
                .isEmpty();
    }

    @Test
    void aPodThatIsNoNodeManagersAsksForNothing() {
        Pod wanted = pod("u2", Map.of(Annotations.POD_SOFT_EVICTION, "{\"timestamp\":\"t\"}"));
        NodeManagerPods pods =
                new NodeManagerPods(List.of(), List.of(deleted("2026-01-01T12:10:00Z", 700L), wanted), true);

        assertThat(DrainReading.UNREAD.next(node(Map.of()), pods, USUAL, TIME).requests())
                .isEmpty();
    }

    @Test
    void aPodAsksUntilItIsGoneAlthoughItsNodeManagerEndedBefore() {
        Pod going = deleted("2026-01-01T12:10:00Z", 700L);
        DrainReading before = read(node(Map.of()), going);
        NodeManagerPods ended = new NodeManagerPods(List.of(), List.of(going), true);

        DrainReading after = before.next(node(Map.of()), ended, USUAL, TIME);

        assertThat(after.requests()).isEqualTo(before.requests());
        DrainReading gone = after.next(node(Map.of()), matched(), USUAL, TIME);
        assertThat(gone.requests()).isEmpty();
        assertThat(gone.managers()).isEmpty();
    }

    @Test
    void aDeletedPodEndsMastersOnlyWhereNoOtherNodeManagerStays() {
        Pod going = deleted("2026-01-01T12:10:00Z", 700L);
        NodeManagerPods besideOneWithoutAPod = new NodeManagerPods(List.of(going), List.of(), false);

        assertThat(read(node(Map.of()), going, pod("u2", Map.of())).requests())
                .extracting(DrainRequest::endsMasters)
                .containsExactly(false);
        assertThat(DrainReading.UNREAD
                        .next(node(Map.of()), besideOneWithoutAPod, USUAL, TIME)
                        .requests())
                .extracting(DrainRequest::endsMasters)
                .containsExactly(false);
        assertThat(read(node(Map.of()), going).requests())
                .extracting(DrainRequest::endsMasters)
                .containsExactly(true);
    }

    @Test
    void theDeadlineAndWhatIsOverAreRead() {
        String status = "{\"id\":\"a\",\"deadline\":\"%s\",\"over\":{\"b\":\"DONE\",\"c\":\"?\"}}";

        Remembered read = read(node(
                        Map.of(Annotations.NODE_YARN_DRAIN_STATUS, status.formatted("2026-01-01T12:00:30Z"))))
                .remembered();
        assertThat(read).extracting(Remembered::left).isEqualTo(Duration.ofSeconds(30));
        assertThat(read).extracting(Remembered::over).isEqualTo(Map.of("b", DrainState.DONE));
        assertThat(read(node(Map.of(Annotations.NODE_YARN_DRAIN_STATUS, status.formatted("soon"))))
                        .remembered())
                .extracting(Remembered::left)
                .isNull();
    }

    @Test
    void freezeAndStatusAreRead() {
        DrainReading reading = read(node(Map.of(
                Annotations.NODE_YARN_FROZEN,
                "{\"reason\":\"test\"}",
                Annotations.NODE_YARN_DRAIN_STATUS,
                "{\"id\":\"a\",\"state\":\"FAILED\",\"pods\":[\"u1\"],\"text\":\"t\"}")));

        assertThat(reading.frozen()).isEqualTo(new YarnFrozen(null, "test"));
        assertThat(reading.remembered())
                .isEqualTo(new Remembered("a", DrainState.FAILED, Set.of("u1"), "t", null, Map.of()));
        assertThat(read(node(Map.of(Annotations.NODE_YARN_FROZEN, "yes"))).problems())
                .hasSize(1);
    }
}

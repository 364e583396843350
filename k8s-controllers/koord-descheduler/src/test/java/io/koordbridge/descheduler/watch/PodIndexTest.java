package io.koordbridge.descheduler.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PodIndexTest {

    private static final int NODES = 4;

    private final List<String> changes = new ArrayList<>();
    private final PodIndex index = new PodIndex((before, after) -> changes.add(state(before) + ">" + state(after)));

    private static String state(PodFacts pod) {
        return pod == null
                ? "-"
                : pod.ref().uid().substring(14, 18) + pod.state().phase();
    }

    private static Pod pod(int number, String phase, String uid) {
        return new PodBuilder(Scene.pod(number, NODES))
                .editMetadata()
                .withUid(uid)
                .endMetadata()
                .editStatus()
                .withPhase(phase)
                .endStatus()
                .build();
    }

    private static String uid(int number) {
        return "00000000-0000-%04x-0000-000000000000".formatted(number);
    }

    @Test
    void findsAPodByNameUidNodeAndController() {
        index.put(pod(3, "Running", uid(3)));
        PodFacts facts = PodReader.of(pod(3, "Running", uid(3)));

        assertThat(index.pod(facts.ref().namespace(), facts.ref().name())).contains(facts);
        assertThat(index.pod(uid(3))).contains(facts);
        assertThat(index.onNode("node-00003")).containsExactly(facts);
        assertThat(index.ofController(facts.owners().controller().uid())).containsExactly(facts);
    }

    @Test
    void reportsWhatChangedAndNothingElse() {
        Pod pod = pod(3, "Running", uid(3));
        index.put(pod);
        index.put(pod);
        index.put(pod(3, "Failed", uid(3)));
        index.put(pod(3, "Pending", uid(4)));
        index.remove(pod.getMetadata().getNamespace(), pod.getMetadata().getName());
        index.remove(pod.getMetadata().getNamespace(), pod.getMetadata().getName());

        assertThat(changes)
                .containsExactly(
                        "->0003Running", "0003Running>0003Failed", "0003Failed>-", "->0004Pending", "0004Pending>-");
        assertThat(index.size()).isZero();
    }

    @Test
    void forgetsWhatIsNotInANewList() {
        index.listing();
        index.put(pod(0, "Running", uid(0)));
        index.put(pod(4, "Running", uid(4)));
        index.listed();
        index.listing();
        index.put(pod(4, "Running", uid(4)));
        index.listed();

        assertThat(index.onNode("node-00000"))
                .extracting(one -> one.ref().uid())
                .containsExactly(uid(4));
        assertThat(changes).containsExactly("->0000Running", "->0004Running", "0000Running>-");
    }

    @Test
    void aListThatWasHandedOutDoesNotChange() {
        index.put(pod(0, "Running", uid(0)));
        index.put(pod(4, "Running", uid(4)));
        List<PodFacts> handedOut = index.onNode("node-00000");
        List<PodFacts> copy = List.copyOf(handedOut);
        index.put(pod(8, "Running", uid(8)));
        index.put(pod(4, "Failed", uid(4)));
        Pod gone = pod(0, "Running", uid(0));
        index.remove(gone.getMetadata().getNamespace(), gone.getMetadata().getName());

        assertThat(handedOut).isEqualTo(copy);
        assertThat(index.onNode("node-00000"))
                .extracting(one -> one.ref().uid())
                .containsExactlyInAnyOrder(uid(4), uid(8));
    }

    @Test
    void agreesWithAPlainMapAfterRandomChanges() {
        Random random = new Random(36);
        Map<String, PodFacts> expected = new HashMap<>();
        for (int step = 0; step < 3_000; step++) {
            int number = random.nextInt(60);
            Pod pod = pod(
                    number,
                    random.nextBoolean() ? "Running" : "Failed",
                    new UUID(number, random.nextInt(2)).toString());
            pod.getSpec().setNodeName(random.nextInt(5) == 0 ? null : "node-0000" + random.nextInt(NODES));
            if (random.nextInt(3) == 0) {
                index.remove(pod.getMetadata().getNamespace(), pod.getMetadata().getName());
                expected.remove(pod.getMetadata().getName());
            } else {
                index.put(pod);
                expected.put(pod.getMetadata().getName(), PodReader.of(pod));
            }
        }

        assertThat(index.size()).isEqualTo(expected.size());
        for (int node = 0; node < NODES; node++) {
            String name = "node-0000" + node;
            assertThat(index.onNode(name))
                    .containsExactlyInAnyOrderElementsOf(expected.values().stream()
                            .filter(pod -> pod.nodeName().equals(name))
                            .toList());
        }
        expected.values().stream()
                .map(pod -> Objects.requireNonNull(pod.owners().controller()).uid())
                .distinct()
                .forEach(uid -> assertThat(index.ofController(uid))
                        .containsExactlyInAnyOrderElementsOf(expected.values().stream()
                                .filter(pod -> pod.owners().controller().uid().equals(uid))
                                .toList()));
        assertThat(expected.values())
                .allSatisfy(pod -> assertThat(index.pod(pod.ref().uid())).contains(pod));
    }
}

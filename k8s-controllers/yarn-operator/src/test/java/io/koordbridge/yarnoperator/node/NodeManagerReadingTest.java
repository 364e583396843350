package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnNodeManager.Placement;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.yarnoperator.lease.Masters;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerReport;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeManagerReadingTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final NodeManagerRef REF = new NodeManagerRef("", "h", 8041);
    private static final NodeManagerRef OTHER = new NodeManagerRef("", "h", 8042);
    private static final String ID = "h:8041";
    private static final List<NodeManagerRef> OWN = List.of(REF);
    private static final String SEVEN = "{\"nodeId\":\"h:8041\",\"capacity\":{\"vcores\":7,\"memoryMB\":6144}}";

    private static Node node(@Nullable String text) {
        NodeBuilder builder = new NodeBuilder().withNewMetadata().withName("n").endMetadata();
        return text == null
                ? builder.build()
                : builder.editMetadata()
                        .addToAnnotations(Annotations.NODE_YARN_NODE_MANAGER, text)
                        .endMetadata()
                        .build();
    }

    @Test
    void saysWhatTheNodeManagerOfThisNameWasTold() {
        NodeManagerReading reading = NodeManagerReading.UNREAD.next(node(SEVEN), false, NOW, null);

        assertThat(reading.of(REF, true)).contains(new NodeManagerReport(new YarnAmount(7, 6144), null, null, NOW));
        assertThat(reading.of(OTHER, true)).isEmpty();
    }

    @Test
    void theTimeIsThatOfTheFirstLook() {
        NodeManagerReading reading = NodeManagerReading.UNREAD.next(node(SEVEN), false, NOW, null);

        assertThat(reading.next(node(SEVEN), false, NOW.plusSeconds(9), null)).isSameAs(reading);
    }

    @Test
    void whatAFreshOperatorFindsProvesNothing() {
        NodeManagerReading reading = NodeManagerReading.UNREAD.next(node(SEVEN), true, NOW, null);

        assertThat(reading.of(REF, true)).map(NodeManagerReport::askedAt).contains(Instant.EPOCH);
    }

    @Test
    void withoutANameItIsTheOnlyOne() {
        NodeManagerReading reading = NodeManagerReading.UNREAD.next(
                node("{\"capacity\":{\"vcores\":7,\"memoryMB\":6144}}"), false, NOW, null);

        assertThat(reading.of(REF, true)).isPresent();
        assertThat(reading.of(REF, false)).isEmpty();
    }

    private static String masters(String answers) {
        return SEVEN.replace("}}", "},\"masters\":{\"vcores\":1,\"memoryMB\":2048},\"answers\":\"" + answers + "\"}");
    }

    @Test
    void whatMastersHoldIsAsOfNowWhenItAnswersTheQuestion() {
        NodeManagerReading reading = NodeManagerReading.UNREAD.next(node(masters("3.1.a")), false, NOW, "3.1.a");

        assertThat(reading.mastersOf(REF, true)).contains(new Masters(new YarnAmount(1, 2048), NOW));
        assertThat(reading.mastersOf(OTHER, true)).isEmpty();
        NodeManagerReading later = reading.next(node(masters("3.1.a")), false, NOW.plusSeconds(60), "3.2.b");
        assertThat(later.mastersOf(REF, true)).map(Masters::askedAt).contains(NOW);
    }

    @Test
    void anAnswerToAnotherQuestionIsFromBefore() {
        NodeManagerReading reading = NodeManagerReading.UNREAD.next(node(masters("3.1.a")), false, NOW, "3.2.b");

        assertThat(reading.mastersOf(REF, true).orElseThrow().askedAt()).isBefore(NOW);
        NodeManagerReading found = NodeManagerReading.UNREAD.next(node(masters("3.1.a")), true, NOW, null);
        assertThat(found.mastersOf(REF, true)).map(Masters::askedAt).contains(Instant.EPOCH);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[]",
                "{\"capacity\":{\"vcores\":-1,\"memoryMB\":1}}",
                "{\"capacity\":{\"vcores\":1}}",
                "{\"capacity\":{\"vcores\":9999999999,\"memoryMB\":1}}"
            })
    void whatCannotBeReadSaysNothingAndIsNamed(String text) {
        NodeManagerReading reading = NodeManagerReading.UNREAD.next(node(text), false, NOW, null);

        assertThat(reading.of(REF, true)).isEmpty();
        assertThat(reading.problem()).contains("Node/n", Annotations.NODE_YARN_NODE_MANAGER);
    }

    @Test
    void aNameMeansTheSameNodeManagerEverywhere() {
        NodeManagerReading blanks = NodeManagerReading.UNREAD.next(
                node(SEVEN.replace("h:8041", "h : 8041").replace("}}", "},\"strangers\":true}")), false, NOW, null);
        NodeManagerReading noName = NodeManagerReading.UNREAD.next(
                node(SEVEN.replace("h:8041", "h").replace("}}", "},\"strangers\":true}")), false, NOW, null);

        assertThat(blanks.of(REF, false)).isPresent();
        assertThat(blanks.strangers(List.of(OTHER, REF))).isTrue();
        assertThat(noName.of(REF, true)).isEmpty();
        assertThat(noName.strangers(List.of(REF))).isNull();
    }

    private static NodeManagerReading after(NodeManagerReading before, Node node) {
        return before.next(node, false, NOW, null);
    }

    private static Node says(@Nullable String nodeId, @Nullable Placement placement, @Nullable Boolean strangers) {
        return node(AnnotationCodec.write(
                new YarnNodeManager(nodeId, null, null, null, placement, strangers, null, "2026-01-01T00:00:00Z")));
    }

    @Test
    void onlyAConfirmedPlacementCounts() {
        assertThat(after(NodeManagerReading.UNREAD, says(ID, Placement.CONFIRMED, null))
                        .placed())
                .isTrue();
        for (Placement other : new Placement[] {Placement.UNCONFIRMED, Placement.ELSEWHERE, null}) {
            assertThat(after(NodeManagerReading.UNREAD, says(ID, other, null)).placed())
                    .as("%s", other)
                    .isFalse();
        }
    }

    @Test
    void aConfirmedPlacementStaysWhileThePluginIsSilent() {
        NodeManagerReading confirmed = after(NodeManagerReading.UNREAD, says(ID, Placement.CONFIRMED, false));

        assertThat(after(confirmed, says(null, null, null)).placed()).isTrue();
        assertThat(after(confirmed, node(null)).placed()).isTrue();
        assertThat(after(confirmed, node("{bad")).placed()).isTrue();
        assertThat(after(confirmed, node(null)).strangers(OWN)).isNull();
    }

    @Test
    void aPlacementThatIsDeniedOrOfAnotherNodeManagerDoesNotStay() {
        NodeManagerReading confirmed = after(NodeManagerReading.UNREAD, says(ID, Placement.CONFIRMED, false));

        assertThat(after(confirmed, says(ID, Placement.ELSEWHERE, null)).placed())
                .isFalse();
        assertThat(after(confirmed, says("h:9999", null, null)).placed()).isFalse();
        assertThat(after(after(confirmed, node(null)), says("h:9999", null, null))
                        .placed())
                .isFalse();
    }

    @Test
    void strangersAreThoseOfTheNodeManagerThatIsNamed() {
        NodeManagerReading seen = after(NodeManagerReading.UNREAD, says(ID, Placement.CONFIRMED, true));

        assertThat(seen.strangers(OWN)).isTrue();
        assertThat(seen.strangers(List.of(OTHER))).isNull();
    }
}

package io.koordbridge.koordlet.nodenote;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnNodeManager.Placement;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.koordlet.nodenote.NodeManagerNote.Seen;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeManagerNoteTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final YarnResource TOLD = new YarnResource(7L, 6144L);
    private static final YarnResource NO_MASTER = new YarnResource(0L, 0L);
    private static final YarnResource MASTER = new YarnResource(1L, 2048L);

    private NodeManagerNote note = NodeManagerNote.after(null);
    private Instant now = START;
    private int writes;

    @Test
    void saysAllThatThePluginAndItsFileSay() {
        sees(TOLD, word("h:8041", MASTER, true, false));

        assertThat(note.said())
                .isEqualTo(new YarnNodeManager(
                        "h:8041", "c1", TOLD, MASTER, Placement.CONFIRMED, false, null, "2026-01-01T00:00:00Z"));
    }

    @Test
    void saysTheSameWithTheSameTimeWhileNothingChanges() {
        for (int i = 0; i < 100; i++) {
            sees(TOLD, word("h:8041", MASTER, true, false));
            later(1);
        }

        assertThat(writes).isEqualTo(1);
    }

    @Test
    void mastersAndStrangersAloneAreSaidOnceInThirtySeconds() {
        for (int i = 0; i < 300; i++) {
            sees(TOLD, word("h:8041", new YarnResource(1L, 1024L + i), true, i % 2 == 0));
            later(1);
        }

        assertThat(writes).isEqualTo(10);
    }

    @Test
    void aChangeThatIsHeldBackIsSaidWhenTheTimeHasPassed() {
        sees(TOLD, word("h:8041", NO_MASTER, true, false));
        later(1);
        sees(TOLD, word("h:8041", MASTER, true, false));
        assertThat(note.said().masters()).isEqualTo(NO_MASTER);
        later(29);
        sees(TOLD, word("h:8041", MASTER, true, false));

        assertThat(note.said().masters()).isEqualTo(MASTER);
    }

    @Test
    void anotherCapacityIsSaidAtOnceWithTheMastersOfNow() {
        sees(TOLD, word("h:8041", NO_MASTER, true, false));
        later(1);
        YarnResource smaller = new YarnResource(2L, 2048L);
        sees(smaller, word("h:8041", MASTER, true, false));

        assertThat(note.said().capacity()).isEqualTo(smaller);
        assertThat(note.said().masters()).isEqualTo(MASTER);
        assertThat(note.said().time()).isEqualTo("2026-01-01T00:00:01Z");
    }

    @Test
    void anAnswerIsSaidAtOnceAndStays() {
        sees(TOLD, word("h:8041", NO_MASTER, true, false));
        later(1);
        NodeManagerWord round = word("h:8041", NO_MASTER, true, false);
        later(1);
        sees(TOLD, answer("q1", MASTER));
        assertThat(note.said().masters()).isEqualTo(MASTER);
        assertThat(note.answered()).isEqualTo("q1");

        // The round began before the answer, and ends after it.
        sees(TOLD, round);
        later(60);
        sees(TOLD, round);
        assertThat(note.said().masters()).isEqualTo(MASTER);
        assertThat(writes).isEqualTo(2);

        sees(TOLD, word("h:8041", NO_MASTER, true, false));
        assertThat(note.said().masters()).isEqualTo(NO_MASTER);
        assertThat(note.answered()).isEqualTo("q1");
    }

    @Test
    void anAnswerOfAnotherNodeManagerOrWithoutMastersDoesNotStay() {
        sees(TOLD, answer("q1", MASTER));
        later(1);
        sees(TOLD, word("h:9999", MASTER, true, false));
        assertThat(note.answered()).isNull();

        sees(TOLD, answer("q2", MASTER));
        later(1);
        sees(TOLD, word("h:8041", null, true, false));
        assertThat(note.answered()).isNull();
    }

    @Test
    void theLastWordOnThePlacementStaysOverRestarts() {
        sees(TOLD, word("h:8041", NO_MASTER, true, false));
        later(1);
        // Of the NodeManager.
        sees(TOLD, word("h:8041", NO_MASTER, null, false));
        assertThat(note.said().placement()).isEqualTo(Placement.CONFIRMED);
        // Of this agent.
        note = NodeManagerNote.after(note.said());
        sees(TOLD, word("h:8041", NO_MASTER, null, false));
        assertThat(note.said().placement()).isEqualTo(Placement.CONFIRMED);

        sees(TOLD, word("h:8041", NO_MASTER, false, false));
        assertThat(note.said().placement()).isEqualTo(Placement.ELSEWHERE);
        sees(TOLD, word("h:8041", NO_MASTER, null, false));
        assertThat(note.said().placement()).isEqualTo(Placement.ELSEWHERE);
    }

    @Test
    void thePlacementOfAnotherNodeManagerIsNotConfirmed() {
        sees(TOLD, word("h:8041", NO_MASTER, true, false));
        sees(TOLD, word("h:41777", NO_MASTER, null, false));

        assertThat(note.said().placement()).isEqualTo(Placement.UNCONFIRMED);
    }

    @Test
    void anOlderPluginConfirmsNothing() {
        sees(TOLD, word("h:8041", MASTER, null, null));

        assertThat(note.said().placement()).isEqualTo(Placement.UNCONFIRMED);
        assertThat(note.said().strangers()).isNull();
    }

    @Test
    void whenThePluginIsGoneNameAndPlacementStayAndMastersDoNot() {
        sees(TOLD, word("h:8041", MASTER, true, false));
        later(40);
        gone(TOLD);

        assertThat(note.said())
                .isEqualTo(new YarnNodeManager(
                        "h:8041", "c1", TOLD, null, Placement.CONFIRMED, null, null, "2026-01-01T00:00:40Z"));
    }

    @Test
    void withoutPluginAndFileItSaysNothingButKnowsThePlacement() {
        sees(null, word("h:8041", MASTER, true, false));
        assertThat(note.said().capacity()).isNull();
        gone(null);
        assertThat(note.said()).isNull();

        sees(null, word("h:8041", NO_MASTER, null, false));
        assertThat(note.said().placement()).isEqualTo(Placement.CONFIRMED);
    }

    @Test
    void theFileAloneIsSaidWithoutAName() {
        gone(TOLD);

        assertThat(note.said()).isEqualTo(YarnNodeManager.of(null, TOLD, "2026-01-01T00:00:00Z"));
    }

    @Test
    void aProcessThatStartsChangesNothingBeforeItHasLooked() {
        sees(TOLD, answer("q1", MASTER));
        YarnNodeManager before = note.said();
        note = NodeManagerNote.after(before);
        later(1);

        take(new Seen(null, null, false));
        take(new Seen(TOLD, null, false));
        assertThat(note.said()).isEqualTo(before);
        YarnResource other = new YarnResource(2L, 6144L);
        take(new Seen(other, null, false));
        assertThat(note.said().capacity()).isEqualTo(other);
        assertThat(note.said().masters()).isEqualTo(MASTER);
        sees(other, word("h:8041", MASTER, null, false));
        assertThat(note.answered()).isEqualTo("q1");
    }

    @Test
    void oneThatHasNoNameYetIsTheOneFromBefore() {
        sees(TOLD, word("h:8041", MASTER, true, false));
        sees(TOLD, word(null, NO_MASTER, null, false));

        assertThat(note.said().nodeId()).isEqualTo("h:8041");
        assertThat(note.said().placement()).isEqualTo(Placement.CONFIRMED);
    }

    private void sees(@Nullable YarnResource told, NodeManagerWord word) {
        take(new Seen(told, word, true));
    }

    private void gone(@Nullable YarnResource told) {
        take(new Seen(told, null, true));
    }

    private void take(Seen seen) {
        YarnNodeManager before = note.said();
        note = note.next(seen, now, now);
        writes += note.said() == null || note.said().equals(before) ? 0 : 1;
    }

    private void later(int seconds) {
        now = now.plusSeconds(seconds);
    }

    private NodeManagerWord word(
            @Nullable String nodeId,
            @Nullable YarnResource masters,
            @Nullable Boolean confirmed,
            @Nullable Boolean strangers) {
        return new NodeManagerWord(nodeId, "c1", masters, confirmed, strangers, null, now);
    }

    private NodeManagerWord answer(String question, YarnResource masters) {
        return new NodeManagerWord("h:8041", "c1", masters, true, false, question, now);
    }
}

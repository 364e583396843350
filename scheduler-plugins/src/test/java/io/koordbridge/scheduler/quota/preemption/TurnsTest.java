package io.koordbridge.scheduler.quota.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private final Turns turns = new Turns(2);

    private List<String> round(String... pods) {
        turns.begin();
        List<String> tried = Stream.of(pods).filter(pod -> turns.take("a", pod)).toList();
        turns.end();
        return tried;
    }

    @Test
    void eachHasItsTurnBeforeTheFirstIsTriedAgain() {
        assertThat(round("p", "q", "r", "s", "t")).containsExactly("p", "q");
        assertThat(round("p", "q", "r", "s", "t")).containsExactly("r", "s");
        assertThat(round("p", "q", "r", "s", "t")).containsExactly("t");
        assertThat(round("p", "q", "r", "s", "t")).containsExactly("p", "q");
    }

    @Test
    void oneThatComesAtTheFrontIsNext() {
        assertThat(round("p", "q", "r")).containsExactly("p", "q");
        assertThat(round("new", "p", "q", "r")).containsExactly("new", "r");
    }

    @Test
    void quotasDoNotWaitForEachOther() {
        turns.begin();
        assertThat(turns.take("a", "p") && turns.take("a", "q")).isTrue();
        assertThat(turns.take("a", "r")).isFalse();
        assertThat(turns.take("b", "r")).isTrue();
    }
}

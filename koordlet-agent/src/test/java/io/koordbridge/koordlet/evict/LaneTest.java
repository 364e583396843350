package io.koordbridge.koordlet.evict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LaneTest {

    private static final Ending.Outcome DONE = Ending.Outcome.of(Ending.Result.EVICTED);

    private final CountDownLatch answers = new CountDownLatch(1);
    private final List<Ending.Outcome> late = new CopyOnWriteArrayList<>();
    private final Lane hasty = lane(Duration.ofMillis(20));
    private final Lane patient = lane(Duration.ofMinutes(1));

    private static Lane lane(Duration patience) {
        return new Lane(Victim.Kind.POD, (victim, pool, reason) -> DONE, patience);
    }

    private static Ending.Outcome end(Ending ending) {
        return ending.end(Victim.container("c"), Pool.MEMORY, "test");
    }

    private Ending.Outcome hang() {
        try {
            answers.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return DONE;
    }

    @AfterEach
    void end() {
        answers.countDown();
        hasty.close();
        patient.close();
    }

    @Test
    void anAnswerInTimeIsTheOutcome() {
        assertThat(patient.call(LaneTest::end, late::add)).hasValue(DONE);
        assertThat(patient.call(LaneTest::end, late::add)).hasValue(DONE);
        assertThat(late).isEmpty();
    }

    @Test
    void whileACallHasNoAnswerNoOtherBegins() {
        assertThat(hasty.call(unused -> hang(), late::add)).isEmpty();
        assertThat(hasty.call(LaneTest::end, late::add)).isEmpty();
        assertThat(late).isEmpty();

        answers.countDown();

        await().untilAsserted(() -> assertThat(late).containsExactly(DONE));
    }

    @Test
    void aCallThatThrowsHasFailed() {
        assertThat(patient.call(
                        unused -> {
                            throw new IllegalStateException("broken");
                        },
                        late::add))
                .hasValueSatisfying(outcome -> {
                    assertThat(outcome.result()).isEqualTo(Ending.Result.FAILED);
                    assertThat(outcome.detail()).contains("broken");
                });
        assertThat(patient.call(LaneTest::end, late::add)).hasValue(DONE);
    }

    @Test
    void aClosedLaneMakesNoCall() {
        patient.close();

        assertThat(patient.call(LaneTest::end, late::add)).isEmpty();
    }
}

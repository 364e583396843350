package io.koordbridge.manager.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.manager.server.webhook.BoundedBody.Limits;
import io.koordbridge.manager.server.webhook.BoundedBody.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.io.content.AsyncContent;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

class BoundedBodyTest {

    private static final int MAX = 100;

    private final BodyBudget budget = new BodyBudget(150);
    private final List<String> outcomes = new ArrayList<>();
    private long nanos;

    private AsyncContent opened() {
        AsyncContent content = new AsyncContent();
        BoundedBody.read(
                content,
                new Limits(MAX, budget, () -> nanos),
                new Outcome(
                        (body, end) -> {
                            outcomes.add(body.length + " bytes, held " + budget.heldBytes());
                            end.run();
                        },
                        refusal -> outcomes.add(refusal.name()),
                        problem -> outcomes.add(String.valueOf(problem.getMessage()))));
        return content;
    }

    private static void send(AsyncContent content, int bytes, boolean last) {
        content.write(last, ByteBuffer.allocate(bytes), Callback.NOOP);
    }

    @Test
    void aBodyIsHeldUntilItHasBeenWorkedOn() {
        AsyncContent body = opened();
        send(body, 60, false);
        assertThat(budget.heldBytes()).isEqualTo(60);
        send(body, 40, true);

        assertThat(outcomes).containsExactly("100 bytes, held 100");
        assertThat(budget.heldBytes()).isZero();
    }

    @Test
    void aBodyThatDoesNotEndMakesRoomForOthers() {
        AsyncContent slow = opened();
        send(slow, 90, false);
        AsyncContent second = opened();
        send(second, 60, false);
        assertThat(outcomes).isEmpty();
        send(second, 1, false);

        assertThat(outcomes).containsExactly("CROWDED");
        assertThat(budget.heldBytes()).isEqualTo(61);
        send(slow, 10, true);
        assertThat(outcomes).containsExactly("CROWDED");
        send(second, 1, true);
        assertThat(outcomes).containsExactly("CROWDED", "62 bytes, held 62");
        assertThat(budget.heldBytes()).isZero();
    }

    @Test
    void reviewsGoOnBesideAnyNumberOfSlowSenders() {
        for (int i = 0; i < 50; i++) {
            send(opened(), 99, false);
            send(opened(), 80, true);
        }

        assertThat(outcomes.stream().filter(outcome -> outcome.startsWith("80 bytes")))
                .hasSize(50);
    }

    @Test
    void aBodyThatIsWorkedOnKeepsItsRoom() {
        AsyncContent whole = new AsyncContent();
        List<Runnable> ends = new ArrayList<>();
        BoundedBody.read(
                whole,
                new Limits(MAX, budget, () -> nanos),
                new Outcome((body, end) -> ends.add(end), refusal -> {}, problem -> {}));
        send(whole, 100, true);

        send(opened(), 60, true);
        assertThat(outcomes).containsExactly("CROWDED");
        ends.forEach(Runnable::run);
        send(opened(), 60, true);
        assertThat(outcomes).containsExactly("CROWDED", "60 bytes, held 60");
    }

    @Test
    void aBodyThatIsAloneIsReadWhateverTheBudget() {
        BodyBudget small = new BodyBudget(10);
        AsyncContent content = new AsyncContent();
        BoundedBody.read(
                content,
                new Limits(MAX, small, () -> nanos),
                new Outcome(
                        (body, end) -> {
                            outcomes.add(body.length + " bytes");
                            end.run();
                        },
                        refusal -> {},
                        problem -> {}));
        send(content, 40, false);
        send(content, 60, true);

        assertThat(outcomes).containsExactly("100 bytes");
    }

    @Test
    void whatIsTooLargeIsNotHeldWhileItIsReadAway() {
        AsyncContent body = opened();
        send(body, 100, false);
        send(body, 1, false);
        assertThat(budget.heldBytes()).isZero();
        send(body, 1, true);

        assertThat(outcomes).containsExactly("TOO_LARGE");
    }

    @Test
    void aBodyThatTricklesIsGivenUp() {
        AsyncContent body = opened();
        send(body, 1, false);
        nanos = BoundedBody.PATIENCE.toNanos() + 1;
        send(body, 1, false);

        assertThat(outcomes).containsExactly("SLOW");
        assertThat(budget.heldBytes()).isZero();
    }

    @Test
    void aSenderThatGoesAwayGivesBackWhatWasHeld() {
        AsyncContent body = opened();
        send(body, 50, false);
        body.fail(new IOException("reset"));

        assertThat(outcomes).containsExactly("reset");
        assertThat(budget.heldBytes()).isZero();
    }
}

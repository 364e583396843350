package io.koordbridge.manager.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.content.AsyncContent;
import org.junit.jupiter.api.Test;

class BodyBudgetTest {

    private final BodyBudget budget = new BodyBudget(100);
    private final BoundedBody first = body();
    private final BoundedBody second = body();

    private BoundedBody body() {
        BoundedBody.Limits limits = new BoundedBody.Limits(1_000, budget, new AtomicLong()::get);
        return new BoundedBody(
                new AsyncContent(), limits, new BoundedBody.Outcome((body, end) -> {}, refusal -> {}, problem -> {}));
    }

    @Test
    void allBodiesTogetherHoldAtMostTheLimit() {
        assertThat(budget.take(first, 60)).isTrue();
        assertThat(budget.take(second, 41)).isFalse();
        assertThat(budget.take(second, 40)).isTrue();
        assertThat(budget.heldBytes()).isEqualTo(100);

        budget.give(first);

        assertThat(budget.heldBytes()).isEqualTo(40);
        assertThat(budget.take(second, 500)).as("the only one").isTrue();
    }

    @Test
    void theBodyThatIsSentLongestIsTheFirstToGo() {
        budget.take(first, 10);
        budget.take(second, 10);

        assertThat(budget.longestUnfinished(second)).contains(first);
        assertThat(budget.longestUnfinished(first)).contains(second);

        budget.ended(first);

        assertThat(budget.longestUnfinished(second)).isEmpty();
        budget.give(first);
        assertThat(budget.heldBytes()).isEqualTo(10);
    }
}

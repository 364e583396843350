package io.koordbridge.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.extender.Patience.CallerGoneException;
import io.koordbridge.scheduler.view.AnswerBoards;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeAnswer;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PatienceTest {

    private static final List<String> NAMES =
            IntStream.range(0, 20).mapToObj(i -> "n" + i).toList();

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
    private final AtomicInteger asked = new AtomicInteger();
    private final ClusterLedger ledger = new ClusterLedger();
    private final PodFacts pod = Samples.batchPodFacts("p", 500, "1Gi");
    private final Patience patience = new Patience(Duration.ofSeconds(5), nanos::get);
    /** Each node takes a second. */
    private final AnswerBoards boards = new AnswerBoards(ledger.answerBudget(), (shape, node) -> {
        asked.incrementAndGet();
        nanos.addAndGet(1_000_000_000L);
        return new NodeAnswer(FitResult.FITS, 0);
    });

    private AnswerBoards.Board board() {
        NAMES.forEach(name -> ledger.nodeSeen(Samples.nodeFacts(name, 1_000, "80Gi")));
        return boards.of(pod.shape(), ledger.view());
    }

    @Test
    void filterAsksNoFurtherNodeWhenItsCallerHasGivenUp() {
        AnswerBoards.Board board = board();

        assertThatThrownBy(() -> FilterVerb.verdict(
                        new ExtenderArguments(pod, NAMES), board, FilterVerb.Refusals.NEVER_PREEMPT, patience))
                .isInstanceOf(CallerGoneException.class)
                .hasMessage("no answer within 5000 ms, the calculation is given up");
        assertThat(asked).hasValue(6);
    }

    @Test
    void whatIsKnownByThenIsNotAskedAgain() {
        AnswerBoards.Board board = board();
        ExtenderArguments arguments = new ExtenderArguments(pod, NAMES.subList(0, 10));
        assertThatThrownBy(() -> FilterVerb.verdict(arguments, board, FilterVerb.Refusals.NEVER_PREEMPT, patience))
                .isInstanceOf(CallerGoneException.class);

        Patience again = new Patience(Duration.ofSeconds(5), nanos::get);

        assertThat(FilterVerb.verdict(arguments, board, FilterVerb.Refusals.NEVER_PREEMPT, again)
                        .best(pod, 0)
                        .nodeNames())
                .hasSize(10);
        assertThat(asked).hasValue(10);
    }

    @Test
    void prioritizeAsksNoFurtherNodeEither() {
        AnswerBoards.Board board = board();

        assertThatThrownBy(() -> PrioritizeVerb.answer(new ExtenderArguments(pod, NAMES), board, 100, patience))
                .isInstanceOf(CallerGoneException.class);
        assertThat(asked).hasValue(6);
    }
}

package io.koordbridge.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.Samples;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RememberedAnswersTest {

    private static final NodeAnswer ANSWER = new NodeAnswer(FitResult.FITS, 7);

    private static List<PodShape> shapes(int count) {
        return IntStream.range(0, count)
                .mapToObj(number ->
                        Samples.batchPodFacts("p", 100 + number, "1Gi").shape())
                .toList();
    }

    private static long known(RememberedAnswers answers, List<PodShape> shapes) {
        return shapes.stream().filter(shape -> answers.find(shape) != null).count();
    }

    @Test
    void asManyShapesAreRememberedAsTheBudgetSays() {
        AnswerBudget budget = new AnswerBudget(128 * 1_000 * 20);
        budget.nodes(1_000);
        RememberedAnswers answers = new RememberedAnswers(budget);
        List<PodShape> shapes = shapes(30);
        shapes.forEach(shape -> answers.put(shape, ANSWER));

        assertThat(known(answers, shapes)).isEqualTo(20);
        assertThat(answers.find(shapes.get(9))).isNull();
        assertThat(answers.find(shapes.get(10))).isSameAs(ANSWER);

        budget.nodes(100_000);
        answers.put(shapes.get(0), ANSWER);
        assertThat(known(answers, shapes)).isEqualTo(8);
    }

    @Test
    void whatFollowsFromTheNodeIsCalculatedOnce() {
        RememberedAnswers answers = new RememberedAnswers();

        assertThat(answers.derived(String.class, () -> "first")).isEqualTo("first");
        assertThat(answers.derived(String.class, () -> "second")).isEqualTo("first");
    }

    @Test
    void anEqualShapeThatIsAnotherObjectIsNotFound() {
        RememberedAnswers answers = new RememberedAnswers();
        answers.put(shapes(1).get(0), ANSWER);

        assertThat(answers.find(shapes(1).get(0))).isNull();
    }
}

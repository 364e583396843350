package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.yarnoperator.lease.LeaseAction.AskMasters;
import io.koordbridge.yarnoperator.resourcemanager.NodeManagerProbe;
import java.time.Clock;
import org.junit.jupiter.api.Test;

class NodeManagerQuestionsTest {

    private final SteadyClock clock = new SteadyClock(Clock.systemUTC(), System::nanoTime);
    private final NodeManagerQuestions questions =
            new NodeManagerQuestions(new NodeManagerProbe(Clock.systemUTC(), new MetricRegistry()), clock, node -> {});

    @Test
    void anotherQuestionHasAnotherText() {
        String one = questions.next(new AskMasters(1), 7);

        assertThat(one).startsWith("7.1.").hasSizeLessThanOrEqualTo(64);
        assertThat(questions.next(new AskMasters(2), 7)).isNotEqualTo(one);
        assertThat(questions.next(new AskMasters(1), 8)).isNotEqualTo(one);
    }
}

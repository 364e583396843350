package io.koordbridge.colo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.testkit.await.PatientAwaits;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WaitForYarnTest {
    private static final String LONG = "600";

    private final AnswerServer operator = new AnswerServer("empty");

    @AfterEach
    void close() {
        operator.close();
    }

    @Test
    void printsTheNodesAsSoonAsYarnHasItsShareOfOne() throws Exception {
        CompletableFuture<Run> waiting = CompletableFuture.supplyAsync(() -> nodes(LONG));
        awaitReads(1);

        operator.body(WaitForYarnTest::atTheMinimum).answers("healthy");
        awaitReads(2);
        assertThat(waiting).isNotDone();
        operator.body(text -> text);

        Run run = waiting.get(PatientAwaits.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(run.out()).isEqualTo(Run.golden("nodes-healthy"));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void doesNotWaitWhereAShareIsThereAlready() {
        operator.answers("healthy");

        assertThat(nodes(LONG).exitCode()).isZero();
    }

    @Test
    void saysWhatItSawLastWhenTheTimeIsOver() {
        operator.answers("healthy").body(WaitForYarnTest::atTheMinimum);

        Run run = nodes("0.2");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().strip())
                .isEqualTo("colo: no container of 1408 MB fits into YARN's share of a node after 0.2 s:"
                        + " the largest is worker-1 with 512 MB, STEADY");
        assertThat(run.out()).contains("worker-1");
    }

    @Test
    void countsOnlyNodesThatAreListed() {
        operator.answers("troubled");

        Run run = Run.colo("nodes", "--state", "stale,unmatched", "--wait", "0.2", "--operator", operator.url());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("the largest is worker-3 with 12288 MB, STALE");
    }

    @Test
    void waitsForTheContainerThatIsGiven() {
        operator.answers("healthy");

        Run fits = Run.colo("nodes", "--wait", LONG, "--container", "28672", "--operator", operator.url());
        Run larger = Run.colo("nodes", "--wait", "0.2", "--container", "28673", "--operator", operator.url());

        assertThat(fits.exitCode()).isZero();
        assertThat(larger.exitCode()).isEqualTo(1);
        assertThat(larger.err()).contains("container of 28673 MB", "worker-3 with 28672 MB, STEADY");
    }

    @Test
    void outlivesAProcessThatDoesNotAnswerYet() throws Exception {
        operator.answers("healthy").status(503);
        CompletableFuture<Run> waiting = CompletableFuture.supplyAsync(() -> nodes(LONG));
        awaitReads(2);

        operator.status(200);

        assertThat(waiting.get(PatientAwaits.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .exitCode())
                .isZero();
    }

    @Test
    void refusesWhatIsNoTime() {
        Run run = nodes("soon");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--wait", "soon");
        assertThat(Run.colo("nodes", "--container", "0").err())
                .contains("--container", "'0' is no number of MB above 0");
    }

    /** As NodeManagers are that have just started. */
    private static String atTheMinimum(String answer) {
        return answer.replaceAll("\"rmMemoryMb\":\\d+", "\"rmMemoryMb\":512");
    }

    private void awaitReads(int more) {
        int before = operator.reads();
        await().until(() -> operator.reads() >= before + more);
    }

    private Run nodes(String wait) {
        return Run.colo("nodes", "--wait", wait, "--operator", operator.url());
    }
}

package io.koordbridge.colo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.testkit.await.PatientAwaits;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LedgerWatchTest {
    private final AnswerServer operator = new AnswerServer("healthy");

    @AfterEach
    void close() {
        operator.close();
    }

    @Test
    void endsInPeaceAfterTheGivenTime() {
        Run run = watch("--for", "0.3");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines())
                .singleElement()
                .asString()
                .startsWith("2026-11-21T10:00:00Z OK: pods and YARN fit");
    }

    @Test
    void saysAnUnchangedVerdictOnceAndEndsAsSoonAsTheLedgerIsBroken() throws Exception {
        CompletableFuture<Run> watch = CompletableFuture.supplyAsync(() -> watch());
        awaitReads(3);

        operator.answers("troubled");

        Run run = watch.get(PatientAwaits.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .containsOnlyOnce(" OK: ")
                .containsOnlyOnce(" BROKEN: ")
                .contains("worker-1  memory");
    }

    @Test
    void noticesABreakBetweenTwoReadsByItsCounter() throws Exception {
        CompletableFuture<Run> watch = CompletableFuture.supplyAsync(() -> watch());
        awaitReads(3);

        operator.body(body -> body.replace("\"brokenChecks\":0", "\"brokenChecks\":1"));

        assertThat(watch.get(PatientAwaits.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .exitCode())
                .isEqualTo(1);
    }

    @Test
    void doesNotBlameOldBreaks() {
        operator.body(body -> body.replace("\"brokenChecks\":0", "\"brokenChecks\":5"));

        assertThat(watch("--for", "0.2").exitCode()).isZero();
    }

    @Test
    void outlivesAProcessThatIsAwayForAWhile() throws Exception {
        CompletableFuture<Run> watch = CompletableFuture.supplyAsync(() -> watch());
        awaitReads(2);
        operator.goAway();
        operator.comeBack();
        awaitReads(operator.reads() + 2);

        operator.answers("troubled");

        assertThat(watch.get(PatientAwaits.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .exitCode())
                .isEqualTo(1);
    }

    @Test
    void endsWithThreeWhenTheLastReadFailed() {
        operator.goAway();

        Run run = watch("--for", "0.2");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err().lines()).singleElement().asString().contains("cannot reach");
    }

    @Test
    void countsNoDataAsAProblemWhenTimeIsUp() {
        operator.answers("empty");

        assertThat(watch("--for", "0.2").exitCode()).isEqualTo(1);
    }

    private void awaitReads(int reads) {
        await().until(() -> operator.reads() >= reads);
    }

    private Run watch(String... more) {
        String[] words = {"ledger", "check", "--watch", "--interval", "0.02", "--operator", operator.url()};
        String[] all = java.util.Arrays.copyOf(words, words.length + more.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        return Run.colo(all);
    }
}

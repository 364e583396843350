package io.koordbridge.manager.quota.admission;

import static io.koordbridge.manager.server.webhook.CallerDeadline.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class QuotaEvaluatorTest {

    private static final QuotaKey KEY = new QuotaKey("kube-system", "team");
    private static final ResourceAmounts ONE_CORE = new ResourceAmounts(Map.of("cpu", BigDecimal.ONE));
    private final MemoryLedger memory = new MemoryLedger(List.of(quota("50")));

    @Test
    void neverAdmitsMoreThanTheLimitHoweverManyAskAtOnce() throws Exception {
        try (QuotaEvaluator evaluator = new QuotaEvaluator(memory, limits(Duration.ofSeconds(10), 3))) {
            long admitted =
                    askAtOnce(evaluator, 200).stream().filter(Optional::isEmpty).count();

            assertThat(admitted).isEqualTo(50);
            assertThat(QuotaEvaluation.evaluate(memory.read(KEY).orElseThrow(), List.of(ONE_CORE))
                            .refusals()
                            .get(0))
                    .hasValueSatisfying(text -> assertThat(text)
                            .isEqualTo("exceeded quota: kube-system/team, requested: cpu=1, used: cpu=50, limited:"
                                    + " cpu=50"));
        }
    }

    @Test
    void sharesOneWriteAmongPodsThatWaitTogether() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        try (QuotaEvaluator evaluator =
                new QuotaEvaluator(new Before(memory, () -> await(open)), limits(Duration.ofSeconds(10), 3))) {
            ExecutorService callers = Executors.newFixedThreadPool(20);
            List<CompletableFuture<Optional<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                answers.add(CompletableFuture.supplyAsync(() -> evaluator.evaluate(KEY, ONE_CORE, UNKNOWN), callers));
            }
            open.countDown();
            answers.forEach(CompletableFuture::join);
            callers.shutdown();
        }

        assertThat(memory.writes()).isBetween(1, 19);
    }

    @Test
    void readsAgainWhenSomebodyElseChangedTheQuota() {
        AtomicInteger disturbances = new AtomicInteger(3);
        QuotaLedger disturbed = new Before(memory, () -> {
            if (disturbances.getAndDecrement() > 0) {
                memory.touch(KEY);
            }
        });

        try (QuotaEvaluator evaluator = new QuotaEvaluator(disturbed, limits(Duration.ofSeconds(10), 3))) {
            assertThat(evaluator.evaluate(KEY, ONE_CORE, UNKNOWN)).isEmpty();
        }
    }

    @Test
    void givesUpWithTheReasonWhenEveryWriteFails() {
        QuotaLedger disturbed = new Before(memory, () -> memory.touch(KEY));

        try (QuotaEvaluator evaluator = new QuotaEvaluator(disturbed, limits(Duration.ofSeconds(10), 3))) {
            assertThat(evaluator.evaluate(KEY, ONE_CORE, UNKNOWN))
                    .hasValueSatisfying(text -> assertThat(text).contains("could not be updated", "409"));
        }
        assertThat(memory.writes()).isZero();
    }

    @Test
    void refusesAfterTheLongestWait() {
        CountDownLatch never = new CountDownLatch(1);
        try (QuotaEvaluator evaluator =
                new QuotaEvaluator(new Before(memory, () -> await(never)), limits(Duration.ofMillis(50), 3))) {
            assertThat(evaluator.evaluate(KEY, ONE_CORE, UNKNOWN))
                    .hasValueSatisfying(text -> assertThat(text).contains("internal error", "not evaluated within"));
        }
    }

    @Test
    @Timeout(60)
    void refusesBeforeTheCallerGivesUp() {
        CountDownLatch never = new CountDownLatch(1);
        try (QuotaEvaluator evaluator =
                new QuotaEvaluator(new Before(memory, () -> await(never)), limits(Duration.ofHours(1), 3))) {
            CallerDeadline soon = new CallerDeadline(
                    true, System.nanoTime() + Duration.ofMillis(100).toNanos());

            assertThat(evaluator.evaluate(KEY, ONE_CORE, soon))
                    .hasValueSatisfying(text -> assertThat(text).contains("internal error", "not evaluated within"));
        }
    }

    @Test
    void takesNothingForACallerWhoHasNoTimeLeft() {
        CallerDeadline past = new CallerDeadline(true, System.nanoTime() - 1);
        try (QuotaEvaluator evaluator = new QuotaEvaluator(memory, limits(Duration.ofSeconds(10), 3))) {
            assertThat(evaluator.evaluate(KEY, ONE_CORE, past)).isPresent();
            assertThat(evaluator.evaluate(KEY, ONE_CORE, UNKNOWN)).isEmpty();
        }

        assertThat(memory.writes()).isEqualTo(1);
    }

    @Test
    void anErrorLeavesNoQuotaBusy() {
        AtomicInteger errors = new AtomicInteger(1);
        QuotaLedger failing = new Before(memory, () -> {
            if (errors.getAndDecrement() > 0) {
                throw new NoClassDefFoundError("missing");
            }
        });
        try (QuotaEvaluator evaluator = new QuotaEvaluator(failing, limits(Duration.ofSeconds(10), 3))) {
            assertThat(evaluator.evaluate(KEY, ONE_CORE, UNKNOWN))
                    .hasValueSatisfying(text -> assertThat(text).contains("internal error", "missing"));
            assertThat(evaluator.evaluate(KEY, ONE_CORE, UNKNOWN)).isEmpty();
        }
    }

    @Test
    void refusesPodsOfAQuotaThatIsGone() {
        try (QuotaEvaluator evaluator = new QuotaEvaluator(memory, limits(Duration.ofSeconds(10), 3))) {
            assertThat(evaluator.evaluate(new QuotaKey("kube-system", "gone"), ONE_CORE, UNKNOWN))
                    .hasValueSatisfying(text -> assertThat(text).contains("kube-system/gone does not exist"));
        }
    }

    @Test
    void aDryRunIsToldTheSameAndTakesNothing() {
        ResourceAmounts tooMuch = new ResourceAmounts(Map.of("cpu", new BigDecimal(51)));
        try (QuotaEvaluator evaluator = new QuotaEvaluator(memory, limits(Duration.ofSeconds(10), 3))) {
            assertThat(evaluator.fits(KEY, ONE_CORE)).isEmpty();
            assertThat(evaluator.fits(KEY, tooMuch))
                    .isEqualTo(evaluator.evaluate(KEY, tooMuch, UNKNOWN))
                    .hasValueSatisfying(text -> assertThat(text).contains("exceeded quota"));
            assertThat(evaluator.fits(new QuotaKey("kube-system", "gone"), ONE_CORE))
                    .hasValueSatisfying(text -> assertThat(text).contains("does not exist"));
        }
        assertThat(memory.writes()).isZero();
    }

    private static List<Optional<String>> askAtOnce(QuotaEvaluator evaluator, int pods) throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(32);
        try {
            List<CompletableFuture<Optional<String>>> answers = new ArrayList<>();
            for (int i = 0; i < pods; i++) {
                answers.add(CompletableFuture.supplyAsync(() -> evaluator.evaluate(KEY, ONE_CORE, UNKNOWN), callers));
            }
            return answers.stream().map(CompletableFuture::join).toList();
        } finally {
            callers.shutdown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KubernetesClientException("interrupted", e);
        }
    }

    private static QuotaEvaluator.Limits limits(Duration wait, int retries) {
        return new QuotaEvaluator.Limits(wait, retries, Duration.ZERO, false);
    }

    private static ElasticQuota quota(String cpu) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withNamespace(KEY.namespace())
                .withName(KEY.name())
                .build());
        quota.setSpec(new ElasticQuotaSpec(null, Map.of("cpu", new Quantity(cpu))));
        return quota;
    }

    /** Does something before each write. */
    private record Before(MemoryLedger memory, Runnable action) implements QuotaLedger {

        @Override
        public Optional<ElasticQuota> read(QuotaKey key) {
            return memory.read(key);
        }

        @Override
        public Optional<ElasticQuota> readFresh(QuotaKey key) {
            return memory.readFresh(key);
        }

        @Override
        public List<ElasticQuota> namedNow(String name) {
            return memory.namedNow(name);
        }

        @Override
        public void write(ElasticQuota seen, ResourceAmounts childRequest) {
            action.run();
            memory.write(seen, childRequest);
        }
    }
}

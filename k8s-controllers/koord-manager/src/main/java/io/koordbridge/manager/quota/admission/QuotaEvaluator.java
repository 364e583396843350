package io.koordbridge.manager.quota.admission;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.thread.DaemonThreads;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evaluates the pods of each quota one batch at a time: pods that wait for the same quota share one write. Quotas do not wait
 * for each other.
 */
public final class QuotaEvaluator implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(QuotaEvaluator.class);
    private static final int WORKERS = 16;
    private static final int INT_BITS = 32;
    private static final Duration LONGEST_JITTER = Duration.ofSeconds(1);

    private final QuotaLedger ledger;
    private final Limits limits;
    private final ExecutorService workers;
    private final Map<QuotaKey, List<Waiter>> waiting = new HashMap<>();
    private final Set<QuotaKey> busy = new HashSet<>();

    /**
     * Limits of the evaluation.
     *
     * @param longestWait how long a caller waits at most, also one whose own limit is longer or not known
     * @param retries how often a write that failed is repeated at least; large batches are given more
     * @param jitter longest random pause before a repetition, zero for none
     * @param freshAfterConflict whether every repetition reads from the API server
     */
    public record Limits(Duration longestWait, int retries, Duration jitter, boolean freshAfterConflict) {}

    private record Waiter(ResourceAmounts demand, CompletableFuture<Optional<String>> answer) {}

    public QuotaEvaluator(QuotaLedger ledger, Limits limits) {
        this.ledger = ledger;
        this.limits = limits;
        this.workers = Executors.newFixedThreadPool(WORKERS, DaemonThreads.named("quota-evaluation"));
    }

    /**
     * Takes a pod's demand from a quota.
     *
     * @param deadline by when the caller has to have the reason, which is worth more to it than a call that timed out
     * @return why the pod is refused, empty when it fits
     */
    public Optional<String> evaluate(QuotaKey key, ResourceAmounts demand, CallerDeadline deadline) {
        Duration wait = deadline.atMost(limits.longestWait(), System.nanoTime());
        if (wait.isZero()) {
            return Optional.of(late(key, wait));
        }
        Waiter waiter = new Waiter(demand, new CompletableFuture<>());
        enqueue(key, waiter);
        try {
            return waiter.answer().get(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            waiter.answer().cancel(false);
            return Optional.of(late(key, wait));
        } catch (ExecutionException e) {
            return Optional.of("internal error: quota " + key + ": "
                    + Optional.ofNullable(e.getCause()).orElse(e).getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("internal error: koord-manager is stopping");
        }
    }

    /**
     * Looks for quotas of a name that the cache does not show, such as one that was made a moment ago.
     *
     * @return what the API server has; empty also when it does not answer in time
     */
    public List<ElasticQuota> lookUp(String name, CallerDeadline deadline) {
        Duration wait = deadline.atMost(limits.longestWait(), System.nanoTime());
        try {
            return CompletableFuture.supplyAsync(() -> ledger.namedNow(name), workers)
                    .get(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("quota not looked up, what the cache says counts name={}", name, e);
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /**
     * Whether a pod's demand would fit into a quota; nothing is taken.
     *
     * @return why it would be refused, empty when it fits
     */
    public Optional<String> fits(QuotaKey key, ResourceAmounts demand) {
        return read(key)
                .map(quota -> QuotaEvaluation.evaluate(quota, List.of(demand))
                        .refusals()
                        .get(0))
                .orElseGet(() -> Optional.of(gone(key)));
    }

    private static String late(QuotaKey key, Duration wait) {
        return "internal error: quota " + key + " was not evaluated within " + wait.toMillis() + " ms";
    }

    private static String gone(QuotaKey key) {
        return "quota " + key + " does not exist";
    }

    private synchronized void enqueue(QuotaKey key, Waiter waiter) {
        waiting.computeIfAbsent(key, unused -> new ArrayList<>()).add(waiter);
        if (busy.add(key)) {
            workers.execute(() -> drain(key));
        }
    }

    private void drain(QuotaKey key) {
        for (List<Waiter> batch = next(key); !batch.isEmpty(); batch = next(key)) {
            try {
                evaluate(key, batch);
            } catch (RuntimeException | Error e) {
                // Also an Error: the quota would stay busy, and none of its pods be admitted again.
                LOG.warn("quota not evaluated quota={} pods={}", key, batch.size(), e);
                batch.forEach(waiter -> waiter.answer().completeExceptionally(e));
            }
        }
    }

    /** All that wait and still want an answer; the quota is free again when none waits. */
    private synchronized List<Waiter> next(QuotaKey key) {
        List<Waiter> batch = Optional.ofNullable(waiting.remove(key)).orElseGet(List::of).stream()
                .filter(waiter -> !waiter.answer().isDone())
                .toList();
        if (batch.isEmpty()) {
            busy.remove(key);
        }
        return batch;
    }

    private void evaluate(QuotaKey key, List<Waiter> batch) {
        List<ResourceAmounts> demands = batch.stream().map(Waiter::demand).toList();
        int retries = Math.max(limits.retries(), INT_BITS - Integer.numberOfLeadingZeros(batch.size()));
        long pausesLeftNanos = LONGEST_JITTER.toNanos();
        Optional<ElasticQuota> quota = read(key);
        for (int attempt = 0; ; attempt++) {
            if (quota.isEmpty()) {
                refuse(batch, gone(key));
                return;
            }
            QuotaEvaluation.Result result = QuotaEvaluation.evaluate(quota.get(), demands);
            Optional<KubernetesClientException> failure = write(quota.get(), result);
            if (failure.isEmpty() || attempt >= retries) {
                answer(batch, result, failure);
                return;
            }
            pausesLeftNanos -= pause(pausesLeftNanos);
            quota = again(key, quota.get());
        }
    }

    private Optional<ElasticQuota> read(QuotaKey key) {
        return ledger.read(key).or(() -> ledger.readFresh(key));
    }

    private Optional<KubernetesClientException> write(ElasticQuota quota, QuotaEvaluation.Result result) {
        try {
            result.changed().ifPresent(request -> ledger.write(quota, request));
            return Optional.empty();
        } catch (KubernetesClientException e) {
            return Optional.of(e);
        }
    }

    /** Something newer than what did not do; from the API server when the cache has nothing newer. */
    private Optional<ElasticQuota> again(QuotaKey key, ElasticQuota failed) {
        String version = String.valueOf(failed.getMetadata().getResourceVersion());
        Optional<ElasticQuota> cached = limits.freshAfterConflict() ? Optional.empty() : ledger.read(key);
        return cached.filter(quota -> !version.equals(quota.getMetadata().getResourceVersion()))
                .or(() -> ledger.readFresh(key));
    }

    private long pause(long leftNanos) {
        long longest = Math.min(limits.jitter().toNanos(), leftNanos);
        if (longest <= 0) {
            return 0;
        }
        long nanos = ThreadLocalRandom.current().nextLong(longest) + 1;
        LockSupport.parkNanos(nanos);
        return nanos;
    }

    private static void answer(
            List<Waiter> batch, QuotaEvaluation.Result result, Optional<KubernetesClientException> failure) {
        for (int i = 0; i < batch.size(); i++) {
            Optional<String> unwritten = failure.map(e -> "quota could not be updated: " + FailureFormatter.of(e));
            batch.get(i).answer().complete(result.refusals().get(i).or(() -> unwritten));
        }
    }

    private static void refuse(List<Waiter> batch, String reason) {
        batch.forEach(waiter -> waiter.answer().complete(Optional.of(reason)));
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }
}

package io.koordbridge.manager.quota.topology;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.thread.DaemonThreads;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Quotas as the API server has them, for the moment in which the cache does not show them yet: a child may come right behind its
 * parent, a pod right behind its quota. Whoever sends reviews chooses the names, so the reads are few: one of a name at a time, its
 * answer holds for {@link #REMEMBERED}, and no more than {@link #MOST_REMEMBERED} begin in that time. Thread-safe.
 */
public final class StoredQuotas implements AutoCloseable {

    /** How many reads are remembered, answered or not. */
    static final int MOST_REMEMBERED = 20;

    /** How long an answer holds, also an empty one. */
    static final Duration REMEMBERED = Duration.ofSeconds(2);

    /** How long a caller waits at most. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(StoredQuotas.class);
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
    private static final int THREADS = 4;

    /** Of one name; names are unique in the cluster but for accidents. */
    private static final long MOST_NAMESAKES = 4;

    private final Function<String, List<ElasticQuota>> source;
    private final LongSupplier nanoTime;
    private final MetricRegistry metrics;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, DaemonThreads.named("stored-quotas"));

    /** By name, in the order in which they began. */
    private final Map<String, Read> reads = new LinkedHashMap<>();

    private record Read(CompletableFuture<List<ElasticQuota>> answer, long begunNanos) {}

    /**
     * Reads by a source.
     *
     * @param source the objects of a name in any namespace; may block, and throw when they cannot be read
     */
    StoredQuotas(Function<String, List<ElasticQuota>> source, LongSupplier nanoTime, MetricRegistry metrics) {
        this.source = source;
        this.nanoTime = nanoTime;
        this.metrics = metrics;
    }

    /** Reads by a client. */
    public static StoredQuotas of(KubernetesClient client, MetricRegistry metrics) {
        return new StoredQuotas(name -> named(client, name), System::nanoTime, metrics);
    }

    private static List<ElasticQuota> named(KubernetesClient client, String name) {
        return client.resources(ElasticQuota.class)
                .inAnyNamespace()
                .list(new ListOptionsBuilder()
                        .withFieldSelector("metadata.name=" + name)
                        .withLimit(MOST_NAMESAKES)
                        .build())
                .getItems();
    }

    /**
     * The objects of a name in any namespace.
     *
     * @param longest how long the caller waits
     * @return empty also when the API server does not answer in time, or too much was asked
     */
    public List<ElasticQuota> named(String name, Duration longest) {
        CompletableFuture<List<ElasticQuota>> answer = NAME.matcher(name).matches() ? read(name) : null;
        if (answer == null) {
            count("not-asked");
            return List.of();
        }
        Duration wait = longest.compareTo(LONGEST_WAIT) < 0 ? longest : LONGEST_WAIT;
        try {
            return answer.get(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("quota not read, what the cache says counts name={}", name, e);
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /** Null when there are too many already. */
    private synchronized @Nullable CompletableFuture<List<ElasticQuota>> read(String name) {
        long now = nanoTime.getAsLong();
        reads.values().removeIf(read -> read.answer().isDone() && now - read.begunNanos() > REMEMBERED.toNanos());
        Read known = reads.get(name);
        if (known != null) {
            return known.answer();
        }
        if (reads.size() >= MOST_REMEMBERED) {
            return null;
        }
        CompletableFuture<List<ElasticQuota>> answer = CompletableFuture.supplyAsync(() -> ask(name), threads);
        reads.put(name, new Read(answer, now));
        return answer;
    }

    private List<ElasticQuota> ask(String name) {
        boolean answered = false;
        try {
            List<ElasticQuota> found = source.apply(name);
            answered = true;
            return found;
        } finally {
            count(answered ? "read" : "failed");
        }
    }

    private void count(String outcome) {
        metrics.counter(MetricNames.of("koord_manager_webhook_quota_reads_total", "outcome", outcome))
                .inc();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}

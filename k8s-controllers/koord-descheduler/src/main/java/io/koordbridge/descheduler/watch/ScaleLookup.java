package io.koordbridge.descheduler.watch;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.thread.DaemonThreads;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scales of owners whose kinds are not followed. A question never waits: what is not known is asked for on a thread of its own, and known
 * at a later question. Answers, failures among them, count for a while; the number of both is bounded.
 */
final class ScaleLookup implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ScaleLookup.class);

    private static final Duration COUNTS = Duration.ofSeconds(30);
    /** Early enough that the new answer is there before the old one is too old. */
    private static final Duration ASKED_AGAIN = Duration.ofSeconds(15);

    private static final Duration KIND_COUNTS = Duration.ofMinutes(10);
    private static final int MOST = 10_000;
    private static final int MOST_WAITING = 1_000;

    private final Source source;
    private final Clock clock;
    private final Map<Question, Answer<Scale>> answers = new Recent<>();
    private final Map<OwnerKindVersion, Answer<String>> plurals = new Recent<>();
    private final Set<Question> asked = new HashSet<>();
    private final ExecutorService asking = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            DaemonThreads.named("scale-lookup"),
            new ThreadPoolExecutor.AbortPolicy());

    /** Where scales are asked for; may wait, and fail. */
    interface Source {

        /**
         * Name in paths of a kind with a scale.
         *
         * @return empty for one without, and one that the cluster does not have
         */
        Optional<String> plural(OwnerRef owner);

        /**
         * The scale of an owner; one that is gone, or was made anew under its name, has no replicas.
         *
         * @param plural name of the kind in paths
         */
        Scale scale(String namespace, OwnerRef owner, String plural);
    }

    private record Question(String namespace, OwnerRef owner) {}

    private record OwnerKindVersion(String apiVersion, String kind) {}

    private record Answer<T>(Optional<T> value, Instant at) {

        private boolean isOlderThan(Duration age, Instant now) {
            return Duration.between(at, now).compareTo(age) > 0;
        }
    }

    /** Those used least lately give way. */
    private static final class Recent<K, V> extends LinkedHashMap<K, V> {

        private static final long serialVersionUID = 1L;
        private static final int FIRST = 16;
        private static final float LOAD = 0.75f;

        private Recent() {
            super(FIRST, LOAD, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > MOST;
        }
    }

    ScaleLookup(Source source, Clock clock) {
        this.source = source;
        this.clock = clock;
    }

    /** The scale of an owner; empty while it is unknown. */
    Optional<Scale> scale(String namespace, OwnerRef owner) {
        Question question = new Question(namespace, owner);
        Instant now = clock.instant();
        synchronized (this) {
            Answer<Scale> answer = answers.get(question);
            if (answer == null || answer.isOlderThan(ASKED_AGAIN, now)) {
                ask(question);
            }
            return answer == null || answer.isOlderThan(COUNTS, now) ? Optional.empty() : answer.value();
        }
    }

    private void ask(Question question) {
        if (asked.size() >= MOST_WAITING || !asked.add(question)) {
            return;
        }
        try {
            asking.execute(() -> answer(question));
        } catch (RejectedExecutionException e) {
            asked.remove(question);
        }
    }

    private void answer(Question question) {
        Optional<Scale> scale = Optional.empty();
        try {
            scale = plural(question.owner())
                    .map(plural -> source.scale(question.namespace(), question.owner(), plural));
        } catch (KubernetesClientException e) {
            scale = unanswered(question, e);
        } catch (RuntimeException e) {
            LOG.warn("No scale namespace={} owner={}", question.namespace(), question.owner(), e);
        } finally {
            known(question, scale);
        }
    }

    private static Optional<Scale> unanswered(Question question, KubernetesClientException e) {
        if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
            return Optional.of(new Scale(question.owner().uid(), 0));
        }
        LOG.warn(
                "No scale, its pods stay until there is one namespace={} owner={} problem={}",
                question.namespace(),
                question.owner(),
                FailureFormatter.of(e));
        return Optional.empty();
    }

    private synchronized void known(Question question, Optional<Scale> scale) {
        answers.put(question, new Answer<>(scale, clock.instant()));
        asked.remove(question);
    }

    private Optional<String> plural(OwnerRef owner) {
        OwnerKindVersion kind = new OwnerKindVersion(owner.apiVersion(), owner.kind());
        Answer<String> known = plural(kind);
        if (known != null && !known.isOlderThan(known.value().isEmpty() ? COUNTS : KIND_COUNTS, clock.instant())) {
            return known.value();
        }
        Optional<String> plural = source.plural(owner);
        synchronized (this) {
            plurals.put(kind, new Answer<>(plural, clock.instant()));
        }
        return plural;
    }

    private synchronized @Nullable Answer<String> plural(OwnerKindVersion kind) {
        return plurals.get(kind);
    }

    @Override
    public void close() {
        asking.shutdownNow();
    }
}

package io.koordbridge.kube.event;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.client.Pace;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.thread.DaemonThreads;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events in the background, at a limited rate and in order. An event equal to one of the last ten minutes is not written
 * again; a failure is counted and never reaches the caller. The name of an event is a hash of its content and of its ten-minute window, so that
 * replicas that see the same, and a process that starts anew, do not say it twice.
 */
public final class EventRecorder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
    private static final Duration MERGE = Duration.ofMinutes(10);
    /** Enough for one event about each node of a large cluster. */
    private static final int REMEMBERED = 20_000;

    private static final int WAITING = 20_000;
    /** Part of the write budget. */
    private static final int PER_SECOND = 100;

    private static final int LONGEST_PREFIX = 200;
    private static final int CONFLICT = 409;

    /** Where the API server wants events about objects without a namespace. */
    private static final String CLUSTER_SCOPED = "default";

    private final KubernetesClient client;
    private final String component;
    private final Clock clock;
    private final MetricRegistry metrics;
    private final ExecutorService writer;
    private final Pace pace = new Pace(PER_SECOND);
    private final RecurringProblems<String> failures = new RecurringProblems<>();
    /** By what an event says; the oldest first. */
    private final Map<UUID, Instant> recent = new LinkedHashMap<>();

    /**
     * A recorder.
     *
     * @param component source named in each event
     */
    public EventRecorder(KubernetesClient client, String component, Clock clock, MetricRegistry metrics) {
        this.client = client;
        this.component = component;
        this.clock = clock;
        this.metrics = metrics;
        this.writer = new ThreadPoolExecutor(
                0,
                1,
                30,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(WAITING),
                DaemonThreads.named(component + "-events"));
    }

    /**
     * Records an event about an object.
     *
     * @return whether it is news; a caller that logs the same thing does so only then
     */
    public boolean record(HasMetadata about, EventType type, String reason, String message) {
        String key = String.join(
                "/", about.getKind(), namespace(about), about.getMetadata().getName(), reason, message);
        Instant now = clock.instant();
        if (!isNews(uuid(key), now)) {
            return false;
        }
        long span = Math.floorDiv(now.toEpochMilli(), MERGE.toMillis());
        String identity = key + "/" + about.getMetadata().getUid() + "/" + span;
        enqueue(new Pending(about, type, reason, message, now, identity));
        return true;
    }

    private boolean isNews(UUID key, Instant now) {
        synchronized (recent) {
            Instant last = recent.get(key);
            if (last != null && isRecent(last, now)) {
                return false;
            }
            recent.remove(key);
            recent.put(key, now);
            Iterator<Instant> oldest = recent.values().iterator();
            while (!isRecent(oldest.next(), now) || recent.size() > REMEMBERED) {
                oldest.remove();
            }
            return true;
        }
    }

    /**
     * Records an event that an object gets once, whichever replica records it: the name of the event says what it is about, and
     * one that is there already is left as it is.
     */
    public void recordOnce(HasMetadata about, EventType type, String reason, String message) {
        String identity = about.getMetadata().getUid() + "/" + reason;
        enqueue(new Pending(about, type, reason, message, clock.instant(), identity));
    }

    /** An event that waits for its turn; small, since there may be many. */
    private record Pending(
            HasMetadata about, EventType type, String reason, String message, Instant at, String identity) {}

    private void enqueue(Pending pending) {
        try {
            writer.execute(() -> writeInTurn(pending));
        } catch (RejectedExecutionException e) {
            count("dropped");
        }
    }

    private void writeInTurn(Pending pending) {
        try {
            pace.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            count("dropped");
            return;
        }
        write(event(pending));
    }

    private static UUID uuid(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Entries in the future were recorded before the clock was set back; their age is unknown. */
    private static boolean isRecent(Instant last, Instant now) {
        Duration age = Duration.between(last, now);
        return !age.isNegative() && age.compareTo(MERGE) < 0;
    }

    private static String namespace(HasMetadata about) {
        return isClusterScoped(about) ? CLUSTER_SCOPED : about.getMetadata().getNamespace();
    }

    private static boolean isClusterScoped(HasMetadata about) {
        String namespace = about.getMetadata().getNamespace();
        return namespace == null || namespace.isEmpty();
    }

    private static String prefix(HasMetadata about) {
        String name = about.getMetadata().getName();
        return name.length() > LONGEST_PREFIX ? name.substring(0, LONGEST_PREFIX) : name;
    }

    private Event event(Pending pending) {
        HasMetadata about = pending.about();
        String namespace = namespace(about);
        String time = pending.at().truncatedTo(ChronoUnit.SECONDS).toString();
        return new EventBuilder()
                .withNewMetadata()
                .withName(prefix(about) + "." + uuid(component + "/" + pending.identity()))
                .withNamespace(namespace)
                .endMetadata()
                .withNewInvolvedObject()
                .withApiVersion(about.getApiVersion())
                .withKind(about.getKind())
                .withName(about.getMetadata().getName())
                .withNamespace(isClusterScoped(about) ? null : namespace)
                .withUid(about.getMetadata().getUid())
                .endInvolvedObject()
                .withType(pending.type().wireName())
                .withReason(pending.reason())
                .withMessage(pending.message())
                .withNewSource()
                .withComponent(component)
                .endSource()
                .withFirstTimestamp(time)
                .withLastTimestamp(time)
                .withCount(1)
                .build();
    }

    private void write(Event event) {
        try {
            client.resource(event).create();
            count("written");
            if (failures.ends(component)) {
                LOG.info("events are written again");
            }
        } catch (KubernetesClientException e) {
            if (e.getCode() == CONFLICT) {
                count("known");
                return;
            }
            count("failed");
            String problem = FailureFormatter.of(e);
            if (failures.begins(component, problem)) {
                LOG.warn(
                        "events not written, first reason={} about={}/{} problem={}",
                        event.getReason(),
                        event.getInvolvedObject().getKind(),
                        event.getInvolvedObject().getName(),
                        problem);
            }
        }
    }

    private void count(String status) {
        metrics.counter(MetricNames.of("koord_events_total", "component", component, "status", status))
                .inc();
    }

    /** Events that wait have another second; what is left then is dropped. */
    @Override
    public void close() {
        writer.shutdown();
        try {
            if (!writer.awaitTermination(1, TimeUnit.SECONDS)) {
                writer.shutdownNow();
            }
        } catch (InterruptedException e) {
            writer.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}

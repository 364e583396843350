package io.koordbridge.kube.event;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureWords;
import io.koordbridge.kube.metrics.MetricNames;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
 * Writes events in the background. An event equal to one of the last ten minutes is not written again; a failure is counted
 * and never reaches the caller. The name of an event is made of what it says and of the ten minutes it falls into, so that
 * replicas that see the same, and a process that starts anew, do not say it twice.
 */
public final class EventRecorder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
    private static final Duration MERGE = Duration.ofMinutes(10);
    private static final int REMEMBERED = 1_000;
    private static final int WAITING = 200;
    private static final int LONGEST_PREFIX = 200;
    private static final int CONFLICT = 409;

    /** Where the API server wants events about objects without a namespace. */
    private static final String CLUSTER_SCOPED = "default";

    private final KubernetesClient client;
    private final String component;
    private final Clock clock;
    private final MetricRegistry metrics;
    private final ExecutorService writer;
    private final Map<Key, Instant> recent = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Instant> eldest) {
            return size() > REMEMBERED;
        }
    };

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
        this.writer = new ThreadPoolExecutor(0, 1, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(WAITING), task -> {
            Thread thread = new Thread(task, component + "-events");
            thread.setDaemon(true);
            return thread;
        });
    }

    private record Key(String kind, String namespace, String name, String reason, String message) {}

    /**
     * Records an event about an object.
     *
     * @return whether it is news; a caller that logs the same thing does so only then
     */
    public boolean record(HasMetadata about, EventType type, String reason, String message) {
        String namespace = namespace(about);
        Key key = new Key(about.getKind(), namespace, about.getMetadata().getName(), reason, message);
        Instant now = clock.instant();
        synchronized (recent) {
            Instant last = recent.get(key);
            if (last != null && isRecent(last, now)) {
                return false;
            }
            recent.put(key, now);
        }
        long span = Math.floorDiv(now.toEpochMilli(), MERGE.toMillis());
        enqueue(
                about,
                type,
                reason,
                message,
                now,
                key + "/" + about.getMetadata().getUid() + "/" + span);
        return true;
    }

    /**
     * Records an event that an object gets once, whichever replica tells it: the name of the event says what it is about, and
     * one that is there already is left as it is.
     */
    public void recordOnce(HasMetadata about, EventType type, String reason, String message) {
        enqueue(
                about,
                type,
                reason,
                message,
                clock.instant(),
                about.getMetadata().getUid() + "/" + reason);
    }

    private void enqueue(
            HasMetadata about, EventType type, String reason, String message, Instant now, String identity) {
        Event event = event(about, namespace(about), type, reason, message, now);
        UUID id = UUID.nameUUIDFromBytes((component + "/" + identity).getBytes(StandardCharsets.UTF_8));
        event.getMetadata().setName(prefix(about) + "." + id);
        try {
            writer.execute(() -> write(event));
        } catch (RejectedExecutionException e) {
            count("dropped");
        }
    }

    /** What lies ahead of now was recorded before the clock was set back, nobody knows how long ago. */
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

    private Event event(
            HasMetadata about, String namespace, EventType type, String reason, String message, Instant now) {
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        return new EventBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .endMetadata()
                .withNewInvolvedObject()
                .withApiVersion(about.getApiVersion())
                .withKind(about.getKind())
                .withName(about.getMetadata().getName())
                .withNamespace(isClusterScoped(about) ? null : namespace)
                .withUid(about.getMetadata().getUid())
                .endInvolvedObject()
                .withType(type.wireName())
                .withReason(reason)
                .withMessage(message)
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
        } catch (KubernetesClientException e) {
            if (e.getCode() == CONFLICT) {
                count("known");
                return;
            }
            count("failed");
            LOG.warn(
                    "event not written reason={} about={}/{} problem={}",
                    event.getReason(),
                    event.getInvolvedObject().getKind(),
                    event.getInvolvedObject().getName(),
                    FailureWords.of(e));
        }
    }

    private void count(String status) {
        metrics.counter(MetricNames.of("koord_events_total", "component", component, "status", status))
                .inc();
    }

    @Override
    public void close() {
        writer.shutdown();
    }
}

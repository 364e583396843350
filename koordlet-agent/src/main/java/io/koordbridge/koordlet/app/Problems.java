package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Bad input: one log line and one event for each, however often it is met; the last good state stays with the caller. */
final class Problems implements Consumer<String> {

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
    private static final Duration SILENCE = Duration.ofMinutes(10);
    private static final int REMEMBERED = 200;

    private final Clock clock;
    private final MetricRegistry metrics;
    private final EventRecorder events;
    private final Supplier<Optional<NodeFacts>> node;
    private final Map<String, Instant> told = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
            return size() > REMEMBERED;
        }
    };

    Problems(Clock clock, MetricRegistry metrics, EventRecorder events, Supplier<Optional<NodeFacts>> node) {
        this.clock = clock;
        this.metrics = metrics;
        this.events = events;
        this.node = node;
    }

    @Override
    public void accept(String problem) {
        metrics.counter("koord_koordlet_bad_input_total").inc();
        Instant now = clock.instant();
        synchronized (told) {
            Instant last = told.get(problem);
            if (last != null && last.plus(SILENCE).isAfter(now)) {
                return;
            }
            told.put(problem, now);
        }
        LOG.warn("bad input, the last good state stays: {}", problem);
        node.get()
                .ifPresent(facts -> events.record(
                        new NodeBuilder()
                                .withNewMetadata()
                                .withName(facts.name())
                                .withUid(facts.uid())
                                .endMetadata()
                                .build(),
                        EventType.WARNING,
                        "KoordletBadInput",
                        problem));
    }
}

package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Node;
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

/** Bad input: one log line and one event for each, however often it is met. What holds instead is said by who met it. */
final class Problems implements Consumer<String> {

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
    private static final Duration SILENCE = Duration.ofMinutes(10);
    private static final int REMEMBERED = 200;

    private final Clock clock;
    private final MetricRegistry metrics;
    private final EventRecorder events;
    private final String nodeName;
    private final Supplier<Optional<NodeFacts>> known;
    private final Map<String, Instant> told = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
            return size() > REMEMBERED;
        }
    };

    /**
     * Reports nothing yet.
     *
     * @param known what is known of the node, empty before it was read
     */
    Problems(
            Clock clock,
            MetricRegistry metrics,
            EventRecorder events,
            String nodeName,
            Supplier<Optional<NodeFacts>> known) {
        this.nodeName = nodeName;
        this.clock = clock;
        this.metrics = metrics;
        this.events = events;
        this.known = known;
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
        LOG.warn("bad input problem={}", problem);
        events.record(node(), EventType.WARNING, "KoordletBadInput", problem);
    }

    /** The node for events about it. Before it was read the name stands for its uid, as in the kubelet's own events: {@code kubectl describe} finds both. */
    Node node() {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(nodeName)
                .withUid(known.get().map(NodeFacts::uid).orElse(nodeName))
                .endMetadata()
                .build();
    }
}

package io.koordbridge.kube.listwatch;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import java.util.concurrent.TimeUnit;

/** What is counted of a feed: its requests, and of its objects those that cannot be read. Feeds of the same kind count together. */
final class ReflectorMetrics {

    private static final String KIND = "kind";

    private final MetricRegistry registry;
    private final String kind;
    private final SyncedReflectors feeds;

    ReflectorMetrics(MetricRegistry registry, String kind) {
        this.registry = registry;
        this.kind = kind;
        SyncedReflectors ofKind =
                registry.gauge(MetricNames.of("koord_feed_following", KIND, kind), SyncedReflectors::new);
        registry.gauge(
                MetricNames.of("koord_feed_silence_seconds", KIND, kind), () -> (Gauge<Double>) ofKind::silenceSeconds);
        this.feeds = ofKind;
    }

    /** The feed begins. */
    void begins(ReflectorState feed) {
        feeds.add(feed);
    }

    /** The feed ended, and is no reason for an alarm any more. */
    void ends(ReflectorState feed) {
        feeds.remove(feed);
    }

    /** An object exists that cannot be decoded. */
    void unreadable() {
        registry.counter(MetricNames.of("koord_feed_unreadable_total", KIND, kind))
                .inc();
    }

    /** A page of a list is asked for. */
    Request list() {
        return new Request("list");
    }

    /** A watch is asked for. */
    Request watch() {
        return new Request("watch");
    }

    /** Counts itself when it is closed; failed by default. */
    final class Request implements AutoCloseable {

        private final String verb;
        private final long begin = System.nanoTime();
        private String outcome = "failed";

        private Request(String verb) {
            this.verb = verb;
        }

        /** A page was answered. */
        void answered() {
            outcome = "ok";
            registry.timer(MetricNames.of("koord_feed_list_seconds", KIND, kind))
                    .update(System.nanoTime() - begin, TimeUnit.NANOSECONDS);
        }

        /**
         * A watch ended.
         *
         * @param lost whether the connection broke or fell silent
         */
        void ended(boolean lost) {
            outcome = lost ? "lost" : "ok";
        }

        /** The API server said no. */
        void refused(RefusedException answer) {
            outcome = Integer.toString(answer.code());
        }

        @Override
        public void close() {
            registry.counter(MetricNames.of("koord_feed_requests_total", KIND, kind, "verb", verb, "outcome", outcome))
                    .inc();
        }
    }
}

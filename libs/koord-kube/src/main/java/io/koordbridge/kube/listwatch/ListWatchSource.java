package io.koordbridge.kube.listwatch;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.periodic.PeriodicTasks;
import java.time.Duration;

/**
 * Where feeds read.
 *
 * @param metrics where they count what they ask for
 * @param waits between what failed and the next try
 * @param tasks report a reflector that hangs
 */
public record ListWatchSource(KubernetesClient client, MetricRegistry metrics, Waits waits, PeriodicTasks tasks) {

    /** With the waits of production, and no probe that reports reflectors that hang. */
    public ListWatchSource(KubernetesClient client, MetricRegistry metrics) {
        this(client, metrics, Waits.DEFAULTS);
    }

    /** With no probe that reports reflectors that hang. */
    public ListWatchSource(KubernetesClient client, MetricRegistry metrics, Waits waits) {
        this(client, metrics, waits, new PeriodicTasks(metrics));
    }

    /**
     * How long a feed waits after a failure: twice as long each time, and each time between half of that and all of it, so that
     * the agents of thousands of nodes do not ask at the same moment when an API server is back.
     *
     * @param first after the first failure, and after a watch that ended sooner than this
     * @param longest not longer than this
     */
    public record Waits(Duration first, Duration longest) {

        /** Soon enough for an API server that is restarted, seldom enough for one that is away. */
        public static final Waits DEFAULTS = new Waits(Duration.ofMillis(200), Duration.ofSeconds(15));

        public Waits {
            if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
                throw new IllegalArgumentException(
                        "waits " + first + ".." + longest + ", allowed: above zero, growing");
            }
        }

        /**
         * How much of a wait is waited.
         *
         * @param draw 0 to 1
         */
        static Duration drawn(Duration wait, double draw) {
            return Duration.ofNanos(Math.round(wait.toNanos() * (1 + draw) / 2));
        }

        Duration after(Duration wait) {
            Duration doubled = wait.multipliedBy(2);
            return doubled.compareTo(longest) > 0 ? longest : doubled;
        }
    }
}

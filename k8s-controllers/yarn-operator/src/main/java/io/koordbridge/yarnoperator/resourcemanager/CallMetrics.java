package io.koordbridge.yarnoperator.resourcemanager;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.koordbridge.kube.metrics.MetricNames;
import java.util.function.Supplier;

/** Times and counts the calls to the ResourceManager of a cluster. */
final class CallMetrics {

    private final MetricRegistry registry;
    private final String cluster;

    CallMetrics(MetricRegistry registry, String cluster) {
        this.registry = registry;
        this.cluster = cluster;
    }

    <T> T timed(String call, Supplier<T> work) {
        Timer timer = registry.timer(MetricNames.of("koord_yarn_rpc_seconds", "cluster", cluster, "call", call));
        try (Timer.Context running = timer.time()) {
            T result = work.get();
            count(call, "succeeded");
            return result;
        } catch (RuntimeException e) {
            count(call, "failed");
            throw e;
        }
    }

    void count(String call, String status) {
        registry.counter(MetricNames.of("koord_yarn_rpc_total", "cluster", cluster, "call", call, "status", status))
                .inc();
    }
}

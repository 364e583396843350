package io.koordbridge.bench.scale;

import io.koordbridge.bench.cluster.ClusterRules;
import io.koordbridge.bench.cluster.ClusterSize;
import java.time.Duration;
import java.util.List;

/**
 * What is measured.
 *
 * @param steady how long nothing but unchanged reports arrives
 * @param changes how many single reports are changed one after the other
 * @param jvm arguments of the manager's JVM besides the shipped ones
 */
public record ScaleOptions(ClusterSize size, ClusterRules rules, Duration steady, int changes, List<String> jvm) {

    public ScaleOptions {
        jvm = List.copyOf(jvm);
    }
}

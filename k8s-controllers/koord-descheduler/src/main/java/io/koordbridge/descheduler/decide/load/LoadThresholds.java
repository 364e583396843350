package io.koordbridge.descheduler.decide.load;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Percent by resource name, 0 to 100.
 *
 * @param deviation whether they are distances from the mean of the pool
 * @param low a node below all of these has room
 * @param high a node above one of these is overloaded
 * @param prodLow like {@code low}, of the usage of prod pods
 * @param prodHigh like {@code high}, of the usage of prod pods
 */
@PureCore
public record LoadThresholds(
        boolean deviation,
        Map<String, Double> low,
        Map<String, Double> high,
        Map<String, Double> prodLow,
        Map<String, Double> prodHigh) {

    public LoadThresholds {
        low = Map.copyOf(low);
        high = Map.copyOf(high);
        prodLow = Map.copyOf(prodLow);
        prodHigh = Map.copyOf(prodHigh);
    }

    /** Names of the resources that are compared: all that have a threshold, and memory; sorted. */
    public List<String> keys() {
        Set<String> keys = new TreeSet<>(Set.of(ResourceNames.MEMORY));
        List.of(low, high, prodLow, prodHigh).forEach(part -> keys.addAll(part.keySet()));
        return List.copyOf(keys);
    }

    /** Whether there is none: no node can be overloaded. */
    public boolean isEmpty() {
        return low.isEmpty() && high.isEmpty() && prodLow.isEmpty() && prodHigh.isEmpty();
    }
}

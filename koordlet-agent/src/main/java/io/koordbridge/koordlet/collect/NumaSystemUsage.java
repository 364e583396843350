package io.koordbridge.koordlet.collect;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The share of each NUMA node in what is neither pod nor application; specification section 7, system. */
@PureCore
public final class NumaSystemUsage {

    private NumaSystemUsage() {}

    /** A number and when it was measured. */
    public record Measured<T>(T value, Instant at) {

        boolean isFresh(Instant oldest) {
            return !at.isBefore(oldest);
        }
    }

    /**
     * CPU of the system as the CPUs of the nodes are used; nothing when one of them is outdated.
     *
     * @param systemCores of the whole node
     */
    public static Map<Integer, Double> cores(
            double systemCores, Map<Integer, Measured<Double>> nodes, Instant now, Duration outdated) {
        Instant oldest = now.minus(outdated);
        if (nodes.values().stream().anyMatch(one -> !one.isFresh(oldest))) {
            return Map.of();
        }
        double all = 0;
        for (Measured<Double> one : nodes.values()) {
            all += one.value();
        }
        Map<Integer, Double> shares = new HashMap<>();
        for (Map.Entry<Integer, Measured<Double>> one : nodes.entrySet()) {
            shares.put(one.getKey(), all <= 0 ? 0 : systemCores * one.getValue().value() / all);
        }
        return shares;
    }

    /** Memory of each node without that of pods; nothing when that of pods is missing or outdated, and for a node that is. */
    public static Map<Integer, Long> bytes(
            Map<Integer, Measured<Long>> nodes, Map<Integer, Measured<Long>> pods, Instant now, Duration outdated) {
        Instant oldest = now.minus(outdated);
        if (pods.values().stream().anyMatch(one -> !one.isFresh(oldest))) {
            return Map.of();
        }
        Map<Integer, Long> rest = new HashMap<>();
        nodes.forEach((number, node) -> {
            Measured<Long> ofPods = pods.get(number);
            if (ofPods != null && node.isFresh(oldest)) {
                rest.put(number, Math.max(0, node.value() - ofPods.value()));
            }
        });
        return rest;
    }
}

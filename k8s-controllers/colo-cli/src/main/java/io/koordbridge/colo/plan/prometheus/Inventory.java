package io.koordbridge.colo.plan.prometheus;

import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.plan.recording.Recording;
import io.koordbridge.replay.NodeSize;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The nodes that a Prometheus knows now.
 *
 * @param names how series name them
 * @param sizes of each node
 * @param exporter nodes that have a node exporter
 * @param notes for the reader of the plan
 */
record Inventory(NodeNames names, Map<String, NodeSize> sizes, Set<String> exporter, List<String> notes) {
    private static final double MILLI = 1000;
    private static final double MOST_CORES = 100_000;
    private static final double MOST_BYTES = 1L << 50;

    Inventory {
        sizes = new TreeMap<>(sizes);
        exporter = Set.copyOf(exporter);
        notes = List.copyOf(notes);
    }

    /**
     * Asks for it.
     *
     * @throws AnswerException naming the series that are missing
     */
    static Inventory of(PrometheusClient client, NodeNames names, String match, long now) {
        Queries queries = new Queries(names.grouping(), match, 1);
        List<Series> machines = client.query(queries.machineCores(), now);
        NodeNames known = names.knowing(machines);
        Map<String, Double> kubelet = byNode(machines, known);
        Map<String, Double> exporter = byNode(client.query(queries.exporterCores(), now), known);
        if (kubelet.isEmpty() && exporter.isEmpty()) {
            throw missing(client, match, Queries.EXPORTER_CPU, Queries.MACHINE_CPU);
        }
        Map<String, Double> bytes = byNode(client.query(queries.machineBytes(), now), known);
        byNode(client.query(queries.exporterBytes(), now), known).forEach(bytes::putIfAbsent);
        if (bytes.isEmpty()) {
            throw missing(client, match, Queries.EXPORTER_MEMORY, Queries.MACHINE_MEMORY);
        }
        Map<String, Double> cores = kubelet.isEmpty() ? exporter : kubelet;
        Set<String> strangers = new TreeSet<>(exporter.keySet());
        strangers.removeAll(cores.keySet());
        Map<String, NodeSize> sizes = new HashMap<>();
        List<String> unsized = new ArrayList<>();
        cores.forEach((node, count) -> {
            double memory = bytes.getOrDefault(node, 0.0);
            if (count >= 1 / MILLI && count <= MOST_CORES && memory >= 1 && memory <= MOST_BYTES) {
                sizes.put(node, new NodeSize(Math.round(count * MILLI), Math.round(memory)));
            } else {
                unsized.add(node);
            }
        });
        if (sizes.isEmpty()) {
            throw new AnswerException("%s gives no node a size of up to 100,000 cores and 1 PiB: %s"
                    .formatted(client.name(), Recording.some(unsized)));
        }
        List<String> notes = new ArrayList<>();
        note(
                notes,
                strangers,
                "left out, as the kubelet's series (%s) know no such node: ".formatted(Queries.MACHINE_CPU));
        note(notes, unsized, "left out, as their cores or memory are unknown or no size of a node: ");
        return new Inventory(known, sizes, exporter.keySet(), notes);
    }

    private static void note(List<String> notes, Collection<String> nodes, String text) {
        if (!nodes.isEmpty()) {
            notes.add(text + Recording.some(List.copyOf(nodes)));
        }
    }

    static AnswerException missing(PrometheusClient client, String match, String exporter, String cadvisor) {
        String where = match.isEmpty() ? "" : " with " + match;
        return new AnswerException(
                "%s has no series %s and no %s%s from the last five minutes: let it scrape the node exporter, or the kubelet's /metrics/cadvisor"
                        .formatted(client.name(), exporter, cadvisor, where));
    }

    /** Of several series of a node the largest counts; series that name no node are left out. */
    static Map<String, Double> byNode(List<Series> found, NodeNames names) {
        Map<String, Double> values = new HashMap<>();
        for (Series one : found) {
            String node = names.of(one.labels());
            if (!node.isEmpty() && one.size() > 0) {
                values.merge(node, one.value(0), Math::max);
            }
        }
        return values;
    }
}

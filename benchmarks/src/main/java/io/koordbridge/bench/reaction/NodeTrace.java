package io.koordbridge.bench.reaction;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * Recorded CPU use of one machine.
 *
 * @param samples ascending by time
 */
record NodeTrace(String node, List<Sample> samples) {

    NodeTrace {
        samples = List.copyOf(samples);
    }

    /** Use of the whole machine from that second on. */
    record Sample(long second, double percent) {}

    /** Reads lines {@code node,seconds,cpu_percent,...} behind a heading, compressed where the file's name ends in .gz. */
    static List<NodeTrace> read(Path file) throws IOException {
        Map<String, List<Sample>> nodes = new LinkedHashMap<>();
        try (InputStream bytes = open(file);
                BufferedReader lines = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
            lines.lines()
                    .skip(1)
                    .map(line -> line.split(","))
                    .forEach(cells -> nodes.computeIfAbsent(cells[0], unused -> new ArrayList<>())
                            .add(new Sample(Long.parseLong(cells[1]), Double.parseDouble(cells[2]))));
        }
        return nodes.entrySet().stream()
                .map(node -> new NodeTrace(node.getKey(), node.getValue()))
                .toList();
    }

    private static InputStream open(Path file) throws IOException {
        InputStream bytes = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
    }
}

package io.koordbridge.colo.plan.recording;

import io.koordbridge.replay.NodeSize;
import io.koordbridge.replay.NodeTrace;
import io.koordbridge.replay.trace.TraceFormatException;
import io.koordbridge.replay.trace.TraceReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Use of nodes in a file with lines of {@code node,seconds,cpu_percent,memory_percent}. */
public final class TraceFile {
    private static final String HEADER = "node,seconds,cpu_percent,memory_percent\n";

    private TraceFile() {}

    /**
     * Reads a file, packed or not.
     *
     * @param size of each node, which the file does not have
     * @throws IOException naming the file, and line and field of the fault in it
     */
    public static Recording read(Path file, NodeSize size) throws IOException {
        List<NodeTrace> nodes;
        try (InputStream in = Files.newInputStream(file)) {
            nodes = TraceReader.read(in, node -> size, node -> "all");
        } catch (TraceFormatException e) {
            throw new IOException("--trace " + file + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IOException("--trace " + file + ": cannot be read (" + e + ")", e);
        }
        String note = "a trace has no sizes of nodes: each counts as %s cores and %s GiB (--node-cores, --node-memory)"
                .formatted(size.milliCpu() / 1000, size.bytes() >> 30);
        return new Recording(file.toString(), nodes, List.of(note));
    }

    /**
     * Writes a file whole, packed when its name ends with {@code .gz}.
     *
     * @throws IOException naming the file
     */
    public static void write(Path file, Recording recording) throws IOException {
        try {
            WholeFile.write(file, out -> lines(out, file.toString().endsWith(".gz"), recording));
        } catch (IOException e) {
            throw new IOException("--save-trace " + file + ": cannot be written (" + e + ")", e);
        }
    }

    private static void lines(OutputStream out, boolean packs, Recording recording) throws IOException {
        try (OutputStream packed = packs ? new GZIPOutputStream(out) : out;
                BufferedWriter lines = new BufferedWriter(new OutputStreamWriter(packed, StandardCharsets.UTF_8))) {
            lines.write(HEADER);
            for (NodeTrace node : recording.nodes()) {
                for (int i = 0; i < node.samples(); i++) {
                    lines.write(node.node() + "," + node.epochSeconds(i) + "," + percent(node.cpuPercent(i)) + ","
                            + percent(node.memoryPercent(i)) + "\n");
                }
            }
        }
    }

    private static String percent(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.3f", value);
    }
}

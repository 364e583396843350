package io.koordbridge.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Results as files and as tables. */
public final class Results {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private Results() {}

    /** Writes {@code <directory>/<name>.json} and returns the file. */
    public static Path write(Path directory, BenchResult result) {
        try {
            Path file = Files.createDirectories(directory).resolve(result.name() + ".json");
            return Files.writeString(file, JSON.writeValueAsString(result) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("writing the result of " + result.name(), e);
        }
    }

    /** Prints the figures, each with its target if it has one. */
    public static void print(PrintWriter out, BenchResult result) {
        out.printf(
                Locale.ROOT,
                "%n%s  commit %s, %s, %d cores, load before %.2f%n",
                result.name(),
                result.commit(),
                result.machine().cpu(),
                result.machine().cores(),
                result.machine().loadBefore());
        for (Map.Entry<String, Figure> entry : result.figures().entrySet()) {
            Optional<TargetResult> verdict = result.targets().stream()
                    .filter(target -> target.figure().equals(entry.getKey()))
                    .findFirst();
            out.printf(
                    Locale.ROOT,
                    "  %-46s %12.3f %-10s %s%n",
                    entry.getKey(),
                    entry.getValue().value(),
                    entry.getValue().unit(),
                    verdict.map(Results::text).orElse(""));
        }
        result.notes().forEach(note -> out.printf("  note: %s%n", note));
        out.flush();
    }

    private static String text(TargetResult verdict) {
        return String.format(Locale.ROOT, "%s (at most %s)", verdict.held() ? "ok" : "MISSED", verdict.limit());
    }
}

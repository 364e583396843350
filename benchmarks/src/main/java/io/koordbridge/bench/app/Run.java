package io.koordbridge.bench.app;

import io.koordbridge.bench.report.BenchResult;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.bench.report.Results;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;

/** What all benchmarks have in common: where they write, what they print, which commit they measure. */
final class Run {

    private static final double NANOS_PER_SECOND = 1e9;

    private final PrintWriter out;
    private final Path root = ProjectLayout.find().root();
    private final long startNanos = System.nanoTime();

    Run(CommandLine line) {
        this.out = line.getOut();
    }

    Recording record(String name) {
        return new Recording(name, commit());
    }

    Path directory() {
        return root.resolve("target/bench");
    }

    void progress(String text) {
        out.printf("[%6.1f s] %s%n", (System.nanoTime() - startNanos) / NANOS_PER_SECOND, text);
        out.flush();
    }

    int finish(Recording recording) {
        BenchResult result = recording.finish();
        Path file = Results.write(directory(), result);
        Results.print(out, result);
        out.println("  " + root.relativize(file));
        out.flush();
        return result.held() ? 0 : 1;
    }

    private String commit() {
        String commit = git("rev-parse", "--short=12", "HEAD");
        return git("status", "--porcelain", "--untracked-files=no").isEmpty() ? commit : commit + "-dirty";
    }

    private String git(String... arguments) {
        try {
            String[] line = new String[arguments.length + 1];
            line[0] = "git";
            System.arraycopy(arguments, 0, line, 1, arguments.length);
            Process process = new ProcessBuilder(line).directory(root.toFile()).start();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            boolean ended = process.waitFor(10, TimeUnit.SECONDS);
            return ended && process.exitValue() == 0 ? answer : "unknown";
        } catch (IOException e) {
            throw new UncheckedIOException("asking git", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}

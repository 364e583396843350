package io.koordbridge.quickstart.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Arguments: {@code --tasks N} (1..1,000,000), {@code --samples-per-task N} (1..10^12), {@code --result FILE} (a local file the
 * driver writes its result line to), {@code --until FILE} (further rounds of as many tasks until this local file is there).
 */
public record PiJobOptions(int tasks, long samplesPerTask, Optional<String> resultFile, Optional<String> untilFile) {
    private static final int MAX_TASKS = 1_000_000;
    private static final long MAX_SAMPLES = 1_000_000_000_000L;

    static final PiJobOptions DEFAULT = new PiJobOptions(200, 20_000_000L, Optional.empty(), Optional.empty());

    static PiJobOptions parse(List<String> args) {
        PiJobOptions options = DEFAULT;
        if (args.size() % 2 != 0) {
            throw new IllegalArgumentException("arguments come in pairs of --name value, got " + args);
        }
        for (int i = 0; i < args.size(); i += 2) {
            options = options.with(args.get(i), args.get(i + 1));
        }
        return options;
    }

    private PiJobOptions with(String name, String value) {
        return switch (name) {
            case "--tasks" ->
                new PiJobOptions((int) inRange(name, value, MAX_TASKS), samplesPerTask, resultFile, untilFile);
            case "--samples-per-task" ->
                new PiJobOptions(tasks, inRange(name, value, MAX_SAMPLES), resultFile, untilFile);
            case "--result" -> new PiJobOptions(tasks, samplesPerTask, Optional.of(value), untilFile);
            case "--until" -> new PiJobOptions(tasks, samplesPerTask, resultFile, Optional.of(value));
            default -> throw new IllegalArgumentException("unknown argument " + name);
        };
    }

    /** Whether the file that ends the job is named and not there. */
    boolean unfinished() {
        return untilFile.isPresent() && !Files.exists(Path.of(untilFile.get()));
    }

    private static long inRange(String name, String value, long max) {
        long number;
        try {
            number = Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number, got " + value, e);
        }
        if (number < 1 || number > max) {
            throw new IllegalArgumentException(name + " must be 1.." + max + ", got " + value);
        }
        return number;
    }
}

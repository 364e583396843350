package io.koordbridge.it.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the event log of an ended Spark application says about its work.
 *
 * <p>Given time is that of all attempts of tasks, from launch to end. Useful is the time of the last successful attempt of each
 * partition of each RDD that a stage computes: what had to be computed again counts once. A cached block that was lost is computed
 * again within the task that reads it, so it counts as useful.
 *
 * @param tasks attempts of tasks that ended
 * @param failures of those that did not succeed
 * @param left executors that left before the application ended
 * @param preempted those of them that YARN took away
 */
record SparkEventLog(
        int tasks,
        List<Failure> failures,
        long usefulMillis,
        long givenMillis,
        Set<String> left,
        Set<String> preempted) {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String FETCH = "FetchFailed";
    private static final String REFUSED = "org.apache.spark.storage.BlockSavedOnDecommissionedBlockManagerException";

    SparkEventLog {
        failures = List.copyOf(failures);
        left = Set.copyOf(left);
        preempted = Set.copyOf(preempted);
    }

    /**
     * Of an attempt.
     *
     * @param kind class of the exception, else Spark's reason
     * @param executor of the attempt
     * @param source the executor that did not give a shuffle file, else empty
     */
    record Failure(String kind, String executor, String source) {
        /** The executor whose leaving may be the cause, else empty. */
        private String leaving() {
            return switch (kind) {
                case REFUSED -> executor;
                case FETCH -> source;
                default -> "";
            };
        }
    }

    /** Reads the only log below a directory. */
    static SparkEventLog below(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> logs = files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .toList();
            if (logs.size() != 1) {
                throw new IOException("one event log was expected: " + logs);
            }
            return of(Files.readAllLines(logs.get(0)));
        }
    }

    static SparkEventLog of(List<String> lines) throws IOException {
        Reader reader = new Reader();
        for (String line : lines) {
            reader.read(MAPPER.readTree(line));
        }
        return new SparkEventLog(
                reader.tasks,
                reader.failures,
                reader.last.values().stream().mapToLong(Long::longValue).sum(),
                reader.given,
                reader.left,
                reader.preempted);
    }

    int failedTasks() {
        return failures.size();
    }

    /** Those that did not get a shuffle file. */
    long fetchFailures() {
        return count(FETCH);
    }

    /** Those that had to cache a block on an executor that was leaving already, which Spark refuses. */
    long refusedBlocks() {
        return count(REFUSED);
    }

    private long count(String kind) {
        return failures.stream().filter(failure -> failure.kind().equals(kind)).count();
    }

    /**
     * Failures that an executor which leaves in order does not explain. With one core for each executor it explains one refused block,
     * that of the task which it had when it was told to leave, and failed fetches of others, whose tasks may know only the old place of a
     * shuffle file; on a slow machine a second try knows it still.
     */
    List<Failure> unexplained() {
        Set<Failure> explained = new HashSet<>();
        return failures.stream()
                .filter(failure -> !left.contains(failure.leaving())
                        || preempted.contains(failure.leaving())
                        || (!failure.kind().equals(FETCH) && !explained.add(failure)))
                .toList();
    }

    /** Useful of given time, from 0 to 1. */
    double usefulShare() {
        return givenMillis == 0 ? 1 : (double) usefulMillis / givenMillis;
    }

    private static final class Reader {
        private final Map<Long, Long> computed = new HashMap<>();
        private final Map<List<Long>, Long> last = new HashMap<>();
        private final List<Failure> failures = new ArrayList<>();
        private final Set<String> left = new HashSet<>();
        private final Set<String> preempted = new HashSet<>();
        private int tasks;
        private long given;

        private void read(JsonNode event) {
            switch (event.path("Event").asText()) {
                case "SparkListenerStageSubmitted" -> stage(event.path("Stage Info"));
                case "SparkListenerTaskEnd" -> task(event);
                case "SparkListenerExecutorRemoved" -> executor(event);
                default -> {}
            }
        }

        /** A stage that runs again in a later job has a new number; the RDD that it computes has not. */
        private void stage(JsonNode stage) {
            computed.put(
                    stage.path("Stage ID").asLong(),
                    stage.path("RDD Info").path(0).path("RDD ID").asLong());
        }

        /** An executor may be removed more than once, with another reason. */
        private void executor(JsonNode event) {
            String id = event.path("Executor ID").asText();
            left.add(id);
            if (event.path("Removed Reason").asText().contains("was preempted")) {
                preempted.add(id);
            }
        }

        private void task(JsonNode event) {
            String reason = event.path("Task End Reason").path("Reason").asText();
            if (reason.equals("Resubmitted")) {
                // Says of an attempt that had succeeded that its files are lost.
                return;
            }
            JsonNode info = event.path("Task Info");
            long millis =
                    info.path("Finish Time").asLong() - info.path("Launch Time").asLong();
            given += millis;
            tasks++;
            if (reason.equals("Success")) {
                long stage = event.path("Stage ID").asLong();
                last.put(List.of(computed.get(stage), info.path("Partition ID").asLong()), millis);
            } else {
                failures.add(failure(event.path("Task End Reason"), info));
            }
        }

        private static Failure failure(JsonNode reason, JsonNode task) {
            return new Failure(
                    reason.path("Class Name").asText(reason.path("Reason").asText()),
                    task.path("Executor ID").asText(),
                    reason.path("Block Manager Address").path("Executor ID").asText());
        }
    }
}

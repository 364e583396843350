package io.koordbridge.it.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.SparkApplication;
import io.koordbridge.lab.hadoop.SparkJobOptions;
import io.koordbridge.lab.hadoop.SparkProgress;
import io.koordbridge.lab.hadoop.SparkRuntime;
import io.koordbridge.lab.hadoop.SparkSubmission;
import io.koordbridge.lab.hadoop.YarnApp;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A real Spark job that goes on until the test lets it end; one executor lost by a fault would end it. */
final class SparkOnScene {
    /** Of the master and of each executor. */
    static final int CONTAINER_MEGABYTES = 768;

    private static final Duration LONG = Duration.ofMinutes(3);
    /** Tasks take seconds, so that an executor which is lost was at work. */
    private static final int TASKS_OF_A_ROUND = 16;

    private static final long SAMPLES_OF_A_TASK = 100_000_000;
    private static final long SAMPLES_OF_A_SHORT_TASK = 40_000_000;
    private static final Path JAR = ProjectLayout.find().jar("story/spark-job");
    private static final String SHORT_LIVED = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";

    /** What executors need to leave with their blocks when they are told to, in time for the short deadline of memory. */
    private static final Map<String, String> DECOMMISSION = Map.of(
            "spark.decommission.enabled", "true",
            "spark.storage.decommission.enabled", "true",
            "spark.storage.decommission.shuffleBlocks.enabled", "true",
            "spark.storage.decommission.rddBlocks.enabled", "true",
            "spark.storage.decommission.replicationReattemptInterval", "1s");

    private final Path end;
    private final SparkApplication job;

    private SparkOnScene(Path end, SparkApplication job) {
        this.end = end;
        this.job = job;
    }

    /** An estimate of pi. Returns when as many executors are active as were wanted. */
    static SparkOnScene start(ResourceManagerProcess resourceManager, Path directory, int executors) {
        SparkJobOptions options = SparkJobOptions.pi(JAR, TASKS_OF_A_ROUND, SAMPLES_OF_A_TASK)
                .arguments(List.of("--result", directory.resolve("result").toString()));
        return start(resourceManager, directory, options.executors(executors));
    }

    /** A job with shuffle files and cached blocks, whose executors leave when they are told to, and whose events are logged. */
    static SparkOnScene startShuffling(ResourceManagerProcess resourceManager, Path directory, int executors)
            throws IOException {
        SparkJobOptions options = SparkJobOptions.shuffle(JAR, TASKS_OF_A_ROUND, SAMPLES_OF_A_SHORT_TASK)
                .configuration("spark.eventLog.enabled", "true")
                .configuration(
                        "spark.eventLog.dir",
                        Files.createDirectory(eventLogs(directory)).toUri().toString())
                .configuration("spark.eventLog.rolling.enabled", "false")
                .configuration("spark.eventLog.compress", "false");
        for (Map.Entry<String, String> setting : DECOMMISSION.entrySet()) {
            options = options.configuration(setting.getKey(), setting.getValue());
        }
        return start(resourceManager, directory, options.executors(executors));
    }

    /** Where the event log of a shuffling job in a directory is. */
    static Path eventLogs(Path directory) {
        return directory.resolve("events");
    }

    private static SparkOnScene start(ResourceManagerProcess resourceManager, Path directory, SparkJobOptions job) {
        Path end = directory.resolve("end");
        SparkJobOptions options = job.arguments(List.of("--until", end.toString()))
                .configuration("spark.driver.extraJavaOptions", SHORT_LIVED)
                .configuration("spark.executor.extraJavaOptions", SHORT_LIVED)
                .configuration("spark.executor.maxNumFailures", "1");
        SparkRuntime runtime = SparkRuntime.ofThisProcess(ProjectLayout.find());
        SparkOnScene started = new SparkOnScene(
                end, new SparkSubmission(runtime, resourceManager, directory.resolve("spark")).submit(options));
        started.awaitExecutors(job.executors());
        return started;
    }

    SparkApplication job() {
        return job;
    }

    int activeExecutors() {
        return job.progress().map(SparkProgress::activeExecutors).orElse(0);
    }

    void awaitExecutors(int count) {
        await("executors").atMost(LONG).until(() -> {
            requireRunning();
            return activeExecutors() == count;
        });
    }

    /** Returns when each of so many executors works on a task. */
    void awaitBusy(int executors) {
        await("executors at work").atMost(LONG).until(() -> {
            requireRunning();
            return job.progress()
                    .filter(now -> now.activeExecutors() == executors && now.activeTasks() >= executors)
                    .isPresent();
        });
    }

    /** Returns when so many rounds more are done: some of their data was written by each executor that lives. */
    void awaitRounds(int count) {
        int before = completedTasks();
        await("tasks").atMost(LONG).until(() -> {
            requireRunning();
            return completedTasks() >= before + count * TASKS_OF_A_ROUND;
        });
    }

    private int completedTasks() {
        return job.progress().map(SparkProgress::completedTasks).orElse(0);
    }

    private void requireRunning() {
        YarnApp status = job.status();
        if (status.ended()) {
            throw new IllegalStateException("job has ended: " + status);
        }
    }

    /** Tasks and executors that were lost so far, as the driver says. */
    Losses losses() {
        Optional<SparkProgress> progress = await().atMost(LONG).until(job::progress, Optional::isPresent);
        SparkProgress now = progress.orElseThrow();
        return new Losses(now.failedTasks(), now.lostExecutors());
    }

    record Losses(int tasks, int executors) {}

    /** The job has to succeed with its first master. */
    void endsWell() throws IOException {
        Files.createFile(end);
        await().atMost(LONG).until(() -> job.status().ended());
        YarnApp status = job.status();
        assertThat(status.succeeded()).as(status.diagnostics()).isTrue();
        assertThat(status.preemptedMasters()).isZero();
        assertThat(job.masterAttempts()).isEqualTo(1);
    }

    void killIfItLives() {
        if (!job.status().ended()) {
            job.kill();
        }
    }
}

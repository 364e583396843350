package io.koordbridge.quickstart.story;

import io.koordbridge.lab.hadoop.SparkApplication;
import io.koordbridge.lab.hadoop.SparkProgress;
import io.koordbridge.lab.hadoop.YarnApp;
import java.io.UncheckedIOException;
import java.util.Optional;

/** The Spark job as the story watches it. A ResourceManager that is too busy to answer is asked again later. */
public final class JobView {

    private final SparkApplication job;

    public JobView(SparkApplication job) {
        this.job = job;
    }

    /** Now; empty when it cannot be had. */
    Optional<YarnApp> now() {
        try {
            return Optional.of(job.status());
        } catch (UncheckedIOException e) {
            return Optional.empty();
        }
    }

    boolean ended() {
        return now().filter(YarnApp::ended).isPresent();
    }

    int finishedTasks() {
        return job.progress().map(SparkProgress::completedTasks).orElse(0);
    }

    /** Finished tasks in percent; a dash when the driver does not say. */
    String percent() {
        return job.progress()
                .filter(one -> one.tasks() > 0)
                .map(one -> one.completedTasks() * 100L / one.tasks() + "%")
                .orElse("-");
    }

    int masterAttempts() {
        return job.masterAttempts();
    }
}

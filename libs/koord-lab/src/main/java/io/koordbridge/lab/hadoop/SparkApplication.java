package io.koordbridge.lab.hadoop;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** A submitted Spark application. */
public final class SparkApplication {
    private final String id;
    private final ResourceManagerRest rest;

    SparkApplication(String id, ResourceManagerRest rest) {
        this.id = id;
        this.rest = rest;
    }

    public String id() {
        return id;
    }

    /** State, final status and containers as the ResourceManager sees them. */
    public YarnApp status() {
        return rest.app(id);
    }

    /** How many application masters it has had; more than one means that one was lost. */
    public int masterAttempts() {
        return rest.attempts(id);
    }

    /** Asks for its end. */
    public void kill() {
        rest.kill(id);
    }

    /** What the driver reports; empty before it serves and after it ended. */
    public Optional<SparkProgress> progress() {
        return rest.throughProxy(id, "/api/v1/applications")
                .map(list ->
                        list.path(0).path("attempts").path(0).path("attemptId").asText(""))
                .map(attempt -> attempt.isEmpty() ? id : id + "/" + attempt)
                .flatMap(path -> progress("/api/v1/applications/" + path));
    }

    private Optional<SparkProgress> progress(String base) {
        Optional<JsonNode> jobs = rest.throughProxy(id, base + "/jobs");
        Optional<JsonNode> executors = rest.throughProxy(id, base + "/allexecutors");
        if (jobs.isEmpty() || executors.isEmpty()) {
            return Optional.empty();
        }
        int active = 0;
        int lost = 0;
        for (JsonNode executor : executors.get()) {
            if (!executor.path("id").asText().equals("driver")) {
                active += executor.path("isActive").asBoolean() ? 1 : 0;
                lost += executor.path("isActive").asBoolean() ? 0 : 1;
            }
        }
        return Optional.of(new SparkProgress(
                sum(jobs.get(), "numTasks"),
                sum(jobs.get(), "numActiveTasks"),
                sum(jobs.get(), "numCompletedTasks"),
                sum(jobs.get(), "numFailedTasks"),
                active,
                lost));
    }

    private static int sum(JsonNode jobs, String field) {
        int sum = 0;
        for (JsonNode job : jobs) {
            sum += job.path(field).asInt();
        }
        return sum;
    }
}

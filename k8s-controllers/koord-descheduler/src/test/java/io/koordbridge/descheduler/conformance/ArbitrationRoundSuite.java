package io.koordbridge.descheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.descheduler.decide.arbitration.ArbitrationRound;
import io.koordbridge.descheduler.decide.arbitration.JobClaim;
import io.koordbridge.descheduler.decide.arbitration.RoundResult;
import io.koordbridge.descheduler.decide.arbitration.RoundResult.Held;
import io.koordbridge.descheduler.decide.args.MigrationArgsReader;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** {@code descheduler/arbitration-round}: rounds, with jobs that run and end in between. */
public final class ArbitrationRoundSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "descheduler/arbitration-round";
    }

    @Override
    public JsonNode run(JsonNode input) {
        RecordedCluster cluster = new RecordedCluster(input.path("cluster"));
        ArbitrationRound round = new ArbitrationRound(
                MigrationArgsReader.read(input.path("args")).args(), ArbitrationFilterSuite.NO_YARN);
        Set<String> passedUids = RecordedCluster.passed(input.path("cluster"));
        List<JobClaim> waiting = new ArrayList<>();
        input.path("waitingJobs").forEach(name -> waiting.add(cluster.job(name.asText())));
        Set<String> passed = new TreeSet<>();
        Set<String> failed = new TreeSet<>();
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode rounds = out.putArray("rounds");
        for (int turn = 0; turn < input.path("rounds").asInt(); turn++) {
            RoundResult result = round.run(waiting, cluster, passedUids);
            result.passed().forEach(job -> passed.add(job.name()));
            result.failed().forEach(held -> failed.add(held.job().name() + ":ForbiddenMigratePod"));
            result.failed().forEach(held -> cluster.put(inPhase(held.job(), "Failed")));
            waiting.clear();
            result.waiting().stream().map(Held::job).forEach(waiting::add);
            report(rounds.addObject(), passed, failed, waiting);
            Set<String> nowPassed = new HashSet<>(passedUids);
            result.passed().forEach(job -> nowPassed.add(job.uid()));
            goOn(cluster, nowPassed);
            passedUids = Set.of();
        }
        return out;
    }

    private static void report(ObjectNode round, Set<String> passed, Set<String> failed, List<JobClaim> waiting) {
        passed.forEach(round.putArray("passed")::add);
        failed.forEach(round.putArray("failed")::add);
        waiting.stream().map(JobClaim::name).sorted().forEach(round.putArray("stillWaiting")::add);
    }

    /** A job that ran has ended, one that passed runs. */
    private static void goOn(RecordedCluster cluster, Set<String> passed) {
        for (JobClaim job : List.copyOf(cluster.jobs())) {
            if (job.isRunning()) {
                cluster.put(inPhase(job, "Succeeded"));
            } else if (job.isPending() && passed.contains(job.uid())) {
                cluster.put(inPhase(job, "Running"));
            }
        }
    }

    private static JobClaim inPhase(JobClaim job, String phase) {
        return new JobClaim(job.name(), job.uid(), job.created(), job.pod(), phase, job.passed(), job.evictPolicy());
    }
}

package io.koordbridge.descheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.descheduler.decide.arbitration.EvictionFilters;
import io.koordbridge.descheduler.decide.arbitration.LimitFilter;
import io.koordbridge.descheduler.decide.arbitration.MigrationCounts;
import io.koordbridge.descheduler.decide.arbitration.NodeManagerGuard;
import io.koordbridge.descheduler.decide.arbitration.PodFilter;
import io.koordbridge.descheduler.decide.args.MigrationArgs;
import io.koordbridge.descheduler.decide.args.MigrationArgsReader;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;

/** {@code descheduler/arbitration-filter}: every check of one pod. The recording knows no filter for NodeManagers. */
public final class ArbitrationFilterSuite implements SuiteAdapter {

    static final NodeManagerGuard NO_YARN = (pod, policy) -> Verdict.ALLOWED;

    @Override
    public String suite() {
        return "descheduler/arbitration-filter";
    }

    @Override
    public JsonNode run(JsonNode input) {
        RecordedCluster cluster = new RecordedCluster(input.path("cluster"));
        MigrationArgs args = MigrationArgsReader.read(input.path("args")).args();
        PodFacts pod = cluster.pod(input.path("pod").asText());
        MigrationCounts counts = input.path("arbitrating").asBoolean()
                ? MigrationCounts.ofPassed(cluster, args, RecordedCluster.passed(input.path("cluster")))
                : MigrationCounts.ofOpen(cluster, args);
        EvictionFilters filters = new EvictionFilters(args, cluster, NO_YARN, counts);
        PodFilter pods = new PodFilter(args, cluster.workloads(), NO_YARN);
        LimitFilter limits = new LimitFilter(args, cluster.workloads(), counts);

        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("noExistingJob", filters.existingJob(pod).allowed());
        out.put("schedulerAllowed", filters.scheduler(pod).allowed());
        out.put("nonRetryable", pods.check(pod, "").allowed());
        out.put("retryable", limits.check(pod).allowed());
        out.put("evictionRequestAllowed", filters.request(pod).allowed());
        ObjectNode checks = out.putObject("checks");
        checks.put("expectedReplicas", pods.expectedReplicas(pod).allowed());
        checks.put("maxMigratingGlobally", limits.globally(pod).allowed());
        checks.put("maxMigratingPerNamespace", limits.perNamespace(pod).allowed());
        checks.put("maxMigratingPerNode", limits.perNode(pod).allowed());
        checks.put("perWorkload", limits.perWorkload(pod).allowed());
        return out;
    }
}

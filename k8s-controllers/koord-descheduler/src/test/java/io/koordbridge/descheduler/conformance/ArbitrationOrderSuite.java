package io.koordbridge.descheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.descheduler.decide.arbitration.ArbitrationOrder;
import io.koordbridge.descheduler.decide.arbitration.JobClaim;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.List;

/** {@code descheduler/arbitration-order}: waiting jobs as they are offered to the filters. */
public final class ArbitrationOrderSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "descheduler/arbitration-order";
    }

    @Override
    public JsonNode run(JsonNode input) {
        RecordedCluster cluster = new RecordedCluster(input.path("cluster"));
        List<JobClaim> waiting = new ArrayList<>();
        input.path("waitingJobs").forEach(name -> waiting.add(cluster.job(name.asText())));
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode order = out.putArray("order");
        ArbitrationOrder.order(waiting, cluster, false).forEach(job -> order.add(job.name()));
        return out;
    }
}

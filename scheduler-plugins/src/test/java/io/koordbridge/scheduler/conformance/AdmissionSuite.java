package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;

/** Suite scheduler-quota/admission. */
public final class AdmissionSuite extends QuotaSuite {

    public AdmissionSuite() {
        super("admission");
    }

    @Override
    public JsonNode run(JsonNode input) {
        QuotaCase all = new QuotaCase(args(input));
        input.path("nodes").forEach(all::node);
        input.path("quotas").forEach(all::quota);
        input.path("pods").forEach(all::pod);
        return all.verdict(all.check(all.pod(input.path("pod"))));
    }
}

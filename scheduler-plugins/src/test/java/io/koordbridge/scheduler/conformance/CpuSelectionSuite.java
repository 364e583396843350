package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.scheduler.facts.cpus.HeldCpus;
import io.koordbridge.testkit.conformance.SuiteAdapter;

/** Suite scheduler-numa/cpu-selection. */
public final class CpuSelectionSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "scheduler-numa/cpu-selection";
    }

    @Override
    public JsonNode run(JsonNode input) {
        CpuCase machine = new CpuCase(input);
        HeldCpus held = HeldCpus.NONE;
        for (JsonNode pod : input.path("allocated")) {
            held = held.plus(
                    CpuSet.parse(pod.path("cpuset").asText()),
                    pod.path("exclusivePolicy").asText(""));
        }
        return CpuCase.answer(machine.choose(held, input.path("request")));
    }
}

package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.koordlet.qos.suppress.SuppressRoundAccess;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Optional;

public final class CpuSuppressCpusetAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/cpu-suppress-cpuset";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        kernel.executor.carryOut(SuppressRoundAccess.byCpuset(
                kernel.snapshot(Optional.empty(), Optional.empty()),
                input.path("allowanceMilliCPU").asLong()));
        return kernel.outcome();
    }
}

package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.koordlet.qos.suppress.SuppressRoundAccess;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Optional;

public final class CpuSuppressQuotaAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/cpu-suppress-cfs-quota";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        kernel.executor.carryOut(SuppressRoundAccess.byQuota(
                kernel.snapshot(Optional.empty(), Optional.empty()),
                input.path("allowanceMilliCPU").asLong(),
                kernel.node().orElseThrow().capacityMilliCpu()));
        return kernel.outcome();
    }
}

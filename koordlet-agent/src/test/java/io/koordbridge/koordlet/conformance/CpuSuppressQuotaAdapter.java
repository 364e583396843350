package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.koordlet.qos.suppress.SuppressorAccess;
import io.koordbridge.testkit.conformance.SuiteAdapter;

public final class CpuSuppressQuotaAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/cpu-suppress-cfs-quota";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        SuppressorAccess.limitQuota(
                kernel.reader,
                kernel.executor,
                input.path("allowanceMilliCPU").asLong(),
                kernel.node().orElseThrow().capacityMilliCpu());
        return kernel.outcome();
    }
}

package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.koordlet.qos.suppress.SuppressPolicy;
import io.koordbridge.koordlet.qos.suppress.SuppressRound;
import io.koordbridge.koordlet.qos.suppress.SuppressorAccess;
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
        SuppressPolicy.Input policy = new SuppressPolicy.Input(Optional.empty(), false, false, Optional.empty(), true);
        SuppressRound round = new SuppressRound(policy, kernel.processors(), kernel.topology(), kernel.pods());
        SuppressorAccess.limitCpuset(
                kernel.reader, kernel.executor, input.path("allowanceMilliCPU").asLong(), round);
        return kernel.outcome();
    }
}

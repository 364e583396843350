package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.load.LoadReader;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.policy.suppress.SuppressAllowance;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

public final class CpuSuppressAllowanceAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/cpu-suppress-allowance";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        List<HostApplication> applications = new ArrayList<>();
        input.path("hostApplications").forEach(one -> applications.add(Json.as(one, HostApplication.class)));
        NodeLoad load = LoadReader.load(
                kernel.node().orElseThrow(),
                input.path("nodeCpuUsageCores").asDouble(),
                kernel.pods(),
                cores(input.path("podCpuUsageCores")),
                applications,
                cores(input.path("hostApplicationCpuUsageCores")));
        JsonNode min = input.path("cpuSuppressMinPercent");
        long allowance = SuppressAllowance.milliCpu(
                load,
                input.path("cpuSuppressThresholdPercent").asLong(),
                min.isNumber() ? OptionalLong.of(min.asLong()) : OptionalLong.empty());
        return Json.MAPPER.createObjectNode().put("allowanceMilliCPU", allowance);
    }

    private static Map<String, Double> cores(JsonNode given) {
        Map<String, Double> cores = new HashMap<>();
        given.properties().forEach(one -> cores.put(one.getKey(), one.getValue().asDouble()));
        return cores;
    }
}

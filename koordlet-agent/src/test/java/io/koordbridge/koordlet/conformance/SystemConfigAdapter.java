package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.qos.sysconfig.SystemConfigStrategy;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.WritePlan;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.List;
import java.util.Optional;

public final class SystemConfigAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/system-config";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        SystemConfigStrategy strategy = new SystemConfigStrategy();
        Step<?> step =
                strategy.step(kernel.snapshot(Samples.nodeSlo(input), Optional.empty(), List.of()), strategy.initial());
        WritePlan.merge(List.of(step.levels())).forEach(kernel.executor::carryOut);
        ObjectNode out = Json.MAPPER.createObjectNode();
        out.set("changedFiles", kernel.changedFiles());
        return out;
    }
}

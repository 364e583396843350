package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.koordlet.cluster.override.OverrideKeys;
import io.koordbridge.koordlet.qos.rdt.PodShares;
import io.koordbridge.koordlet.qos.rdt.RdtMachine;
import io.koordbridge.koordlet.qos.rdt.Schemata;
import io.koordbridge.koordlet.qos.rdt.Shares;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A line ends with "; newline" in the recordings; what is written here is as the kernel shows it. */
public final class RdtSchemataAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/rdt-schemata";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ObjectNode out = Json.MAPPER.createObjectNode();
        try {
            switch (input.path("what").asText()) {
                case "l3Mask" ->
                    out.put(
                            "mask",
                            Shares.mask(
                                    input.path("cbmMask").asText(),
                                    input.path("catRangeStartPercent").asLong(),
                                    input.path("catRangeEndPercent").asLong()));
                case "mba" -> {
                    JsonNode percent = input.path("mbaPercent");
                    out.put(
                            "value",
                            Shares.bandwidth(
                                    input.path("vendorID").asText(), percent.isNumber() ? percent.asLong() : null));
                }
                case "lines" -> {
                    out.put(
                            "l3",
                            ended(Schemata.line(
                                    Schemata.L3, ids(input), input.path("mask").asText())));
                    out.put(
                            "mb",
                            ended(Schemata.line(
                                    Schemata.MB, ids(input), input.path("mb").asText())));
                }
                default -> annotation(input, out);
            }
        } catch (IllegalArgumentException e) {
            return out.put("error", true);
        }
        return out;
    }

    private static List<Integer> ids(JsonNode input) {
        List<Integer> ids = new ArrayList<>();
        input.path("cacheIDs").forEach(id -> ids.add(id.asInt()));
        return ids;
    }

    private static String ended(String line) {
        return line.isEmpty() ? "" : line + ";\n";
    }

    private static void annotation(JsonNode input, ObjectNode out) {
        String uid = input.path("podUID").asText();
        List<String> problems = new ArrayList<>();
        Optional<PodShares> asked = new OverrideKeys(List.of(PodShares.OF_POD))
                .decode(
                        "Pod/x",
                        new PodBuilder()
                                .withNewMetadata()
                                .withUid(uid)
                                .addToAnnotations(
                                        PodShares.OF_POD.annotation(),
                                        input.path("annotation").asText())
                                .endMetadata()
                                .build(),
                        problems::add)
                .get(PodShares.OF_POD);
        if (asked.isEmpty()) {
            out.put("error", true);
            return;
        }
        List<Integer> ids = ids(input);
        RdtMachine machine = new RdtMachine(
                true, input.path("vendorID").asText(), input.path("cbmMask").asText(), new Schemata(ids, ids));
        Map<String, String> lines = asked.get().lines(machine, ids, problems);
        out.put("group", "koordlet-" + uid);
        out.put("schemata", ended(lines.getOrDefault(Schemata.L3, "")) + ended(lines.getOrDefault(Schemata.MB, "")));
    }
}

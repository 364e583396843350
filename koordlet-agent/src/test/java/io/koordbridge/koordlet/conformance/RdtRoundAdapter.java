package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.cluster.override.OverrideKeys;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.qos.rdt.RdtStrategy;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.WritePlan;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public final class RdtRoundAdapter implements SuiteAdapter {

    private static final Path ROOT = Path.of("/sys/fs/resctrl");

    @Override
    public String suite() {
        return "koordlet/rdt-round";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        caches(kernel);
        RdtStrategy strategy = new RdtStrategy(true, false);
        List<PodInfo> pods = new ArrayList<>();
        for (JsonNode pod : input.path("pods")) {
            pods.add(PodInfos.of(RecordedPods.stored(pod), new OverrideKeys(strategy.overrides()), problem -> {}));
        }
        NodeSnapshot bare = kernel.snapshot(Samples.nodeSlo(input), Optional.empty(), pods);
        ReadingsReader reader =
                new ReadingsReader(kernel.reader, Samples.store(), Duration.ofSeconds(1), problem -> {});
        NodeSnapshot snapshot = bare.with(reader.read(strategy.needs(bare.slo()), pods, kernel.now));
        Step<?> step = strategy.step(snapshot, strategy.initial());
        WritePlan.merge(List.of(step.levels())).forEach(kernel.executor::carryOut);
        return outcome(kernel);
    }

    /** The recorder says how many caches the node has; here the group of all processes does. */
    private static void caches(KernelCase kernel) {
        if (kernel.input.has("numL3Caches")) {
            String mask = kernel.input.path("cbmMask").asText();
            kernel.files.put(
                    ROOT + "/schemata",
                    IntStream.range(0, kernel.input.path("numL3Caches").asInt())
                            .mapToObj(id -> id + "=" + mask)
                            .collect(Collectors.joining(";", "L3:", "\n")));
        }
    }

    private static JsonNode outcome(KernelCase kernel) {
        ObjectNode out = Json.MAPPER.createObjectNode();
        ObjectNode schemata = out.putObject("schemata");
        ObjectNode tasks = out.putObject("tasksWritten");
        for (String group : List.of("LSR", "LS", "BE")) {
            String content = content(kernel, ROOT.resolve(group).resolve("schemata"));
            if (!content.isEmpty()) {
                content.lines().forEach(line -> parse(line.strip(), schemata.withObjectProperty(group)));
            }
            tasks.putArray(group);
        }
        for (List<String> write : kernel.files.takeWrites()) {
            Path file = Path.of(write.get(0));
            if (file.startsWith(ROOT) && file.endsWith("tasks")) {
                ((ArrayNode) tasks.path(file.getName(file.getNameCount() - 2).toString()))
                        .add(Long.parseLong(write.get(1)));
            }
        }
        return out;
    }

    private static void parse(String line, ObjectNode into) {
        int colon = line.indexOf(':');
        if (colon > 0) {
            ObjectNode values = into.putObject(line.substring(0, colon));
            for (String part : line.substring(colon + 1).split(";", -1)) {
                int equal = part.indexOf('=');
                if (equal > 0) {
                    values.put(part.substring(0, equal), part.substring(equal + 1));
                }
            }
        }
    }

    private static String content(KernelCase kernel, Path file) {
        try {
            return kernel.files.read(file);
        } catch (IOException e) {
            return "";
        }
    }
}

package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.slo.BlockConfig;
import io.koordbridge.api.slo.IoConfig;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.qos.blkio.DiskLines;
import io.koordbridge.koordlet.qos.blkio.Disks;
import io.koordbridge.koordlet.snapshot.Reading;
import io.koordbridge.koordlet.undo.TakenFile;
import io.koordbridge.koordlet.undo.Undo;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

public final class BlkioValuesAdapter implements SuiteAdapter {

    private static final String GROUP = "kubepods/besteffort";
    private static final IoConfig PLAIN = Json.as(Json.MAPPER.createObjectNode(), IoConfig.class);

    @Override
    public String suite() {
        return "koordlet/blkio-values";
    }

    @Override
    public JsonNode run(JsonNode input) {
        boolean root = input.path("scope").asText("group").equals("root");
        if (input.path("kind").asText().equals("needUpdate")) {
            return needUpdate(input, root);
        }
        Reading<String> number = number(input);
        ObjectNode out = Json.MAPPER.createObjectNode();
        if (number.value().isEmpty()) {
            return out.put("error", true);
        }
        String disk = number.value().get();
        out.put("diskNumber", disk);
        Map<String, String> lines = input.path("remove").asBoolean(false)
                ? removed(disk, root)
                : named(lines(disk, root, Json.as(input.path("block"), BlockConfig.class)));
        out.set("lines", Json.MAPPER.valueToTree(lines));
        return out;
    }

    private static Reading<String> number(JsonNode input) {
        if (!input.path("storage").isObject()) {
            return Reading.of(input.path("diskNumber").asText());
        }
        JsonNode storage = input.path("storage");
        Disks disks = new Disks(
                CgroupVersion.V1,
                map(storage.path("diskNumbers")),
                map(storage.path("partitionDisks")),
                map(storage.path("volumeGroupDisks")),
                map(storage.path("logicalVolumeGroups")),
                map(storage.path("mountDevices")));
        JsonNode block = input.path("block");
        return disks.number(block.path("name").asText(), block.path("type").asText(), null);
    }

    private static Map<String, String> map(JsonNode given) {
        Map<String, String> map = new LinkedHashMap<>();
        given.properties().forEach(one -> map.put(one.getKey(), one.getValue().asText()));
        return map;
    }

    private static Map<Knob<String>, String> lines(String disk, boolean root, BlockConfig block) {
        IoConfig io = Objects.requireNonNullElse(block.ioCfg(), PLAIN);
        return root ? DiskLines.ofRoot(CgroupVersion.V1, disk, io) : DiskLines.ofGroup(CgroupVersion.V1, disk, io);
    }

    private static Map<String, String> named(Map<Knob<String>, String> lines) {
        Map<String, String> named = new LinkedHashMap<>();
        lines.forEach((knob, line) -> named.put(knob.name(), line));
        return named;
    }

    /** What the record of changes gives back for a disk without lines before; that of the cost model has no part in the recording. */
    private static Map<String, String> removed(String disk, boolean root) {
        KernelCase kernel = new KernelCase(Json.MAPPER.createObjectNode());
        Undo undo = new Undo(
                kernel.tree, new TakenFile(Path.of("target/no-record")), owner -> true, (f, b, a, r, e) -> {}, p -> {});
        CgroupExecutor writer = new CgroupExecutor(kernel.tree, undo, kernel.clock, false);
        Map<Knob<String>, String> lines = new LinkedHashMap<>(lines(
                disk,
                root,
                Json.as(
                        Json.MAPPER
                                .createObjectNode()
                                .set(
                                        "ioCfg",
                                        Json.MAPPER.valueToTree(Map.of(
                                                "readIOPS",
                                                1,
                                                "readBPS",
                                                1,
                                                "writeIOPS",
                                                1,
                                                "writeBPS",
                                                1,
                                                "ioWeightPercent",
                                                1))),
                        BlockConfig.class)));
        lines.remove(Knob.BLKIO_MODEL);
        List<Intent> intents = new ArrayList<>();
        lines.forEach((knob, line) -> {
            kernel.files.put(file(knob, root), "");
            intents.add(Intent.line(knob, root ? "" : GROUP, disk + " ", line, "blkio"));
        });
        writer.carryOut(List.of(intents));
        kernel.files.takeWrites();
        undo.release(writer, owner -> true);
        Map<String, String> removed = new LinkedHashMap<>();
        kernel.files
                .takeWrites()
                .forEach(write ->
                        removed.put(String.valueOf(Path.of(write.get(0)).getFileName()), write.get(1)));
        return removed;
    }

    private static String file(Knob<?> knob, boolean root) {
        return "/sys/fs/cgroup/blkio/" + (root ? "" : GROUP + "/") + knob.name();
    }

    private static JsonNode needUpdate(JsonNode input, boolean root) {
        KernelCase kernel = new KernelCase(Json.MAPPER.createObjectNode());
        Knob<String> knob = root ? Knob.BLKIO_QOS : Knob.BLKIO_READ_BPS;
        kernel.files.put(file(knob, root), input.path("currentContent").asText());
        String line = input.path("newLine").asText();
        String key = line.substring(0, line.indexOf(' ') + 1);
        kernel.executor.carryOut(List.of(List.of(Intent.line(knob, root ? "" : GROUP, key, line, "blkio"))));
        return Json.MAPPER
                .createObjectNode()
                .put("needUpdate", !kernel.files.takeWrites().isEmpty());
    }
}

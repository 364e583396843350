package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.PressureStat;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.io.IOException;
import java.util.List;

public final class CgroupReadAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/cgroup-read";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ObjectNode out = Json.MAPPER.createObjectNode();
        try {
            KernelCase kernel = new KernelCase(input);
            return out.set(
                    "value",
                    value(kernel, input.path("read").asText(), input.path("dir").asText()));
        } catch (IOException | IllegalArgumentException e) {
            return out.put("error", true);
        }
    }

    private static JsonNode value(KernelCase kernel, String what, String dir) throws IOException {
        CgroupReader reader = kernel.reader;
        JsonNodeFactory json = JsonNodeFactory.instance;
        return switch (what) {
            case "cpuQuotaUs" -> json.numberNode(reader.read(Knob.CPU_CFS_QUOTA, dir));
            case "cpuPeriodUs" -> json.numberNode(reader.read(Knob.CPU_CFS_PERIOD, dir));
            case "cpuShares" -> json.numberNode(reader.read(Knob.CPU_SHARES, dir));
            case "cpuset" -> json.textNode(reader.cpus(dir).format());
            case "cpuUsageNs" -> json.numberNode(reader.read(Knob.CPUACCT_USAGE, dir));
            case "cpuThrottle" -> throttling(reader.read(Knob.CPU_STAT, dir));
            case "memoryUsageBytes" -> json.numberNode(reader.read(Knob.MEMORY_USAGE, dir));
            case "memoryLimitBytes" -> json.numberNode(reader.read(Knob.MEMORY_LIMIT, dir));
            case "memoryStat" -> memory(reader.read(Knob.MEMORY_STAT, dir));
            case "memoryNumaPages" -> Json.MAPPER.valueToTree(reader.read(Knob.MEMORY_NUMA_STAT, dir));
            case "tasks" -> ids(reader.read(Knob.TASKS, dir));
            case "procs" -> ids(reader.read(Knob.PROCS, dir));
            case "pressure" ->
                pressure(
                        reader.read(Knob.CPU_PRESSURE, dir),
                        reader.read(Knob.MEMORY_PRESSURE, dir),
                        reader.read(Knob.IO_PRESSURE, dir));
            case "coldPageBytes" -> json.numberNode(reader.read(Knob.MEMORY_IDLE_PAGE_STATS, dir));
            default -> throw new IllegalStateException("unknown question " + what);
        };
    }

    private static JsonNode ids(List<Long> ids) {
        return ids.isEmpty() ? JsonNodeFactory.instance.nullNode() : Json.MAPPER.valueToTree(ids);
    }

    private static ObjectNode throttling(CgroupFormat.ThrottleStat stat) {
        return Json.MAPPER
                .createObjectNode()
                .put("nrPeriods", stat.periods())
                .put("nrThrottled", stat.throttledPeriods())
                .put("throttledNs", stat.throttledNanos());
    }

    private static ObjectNode memory(CgroupFormat.MemoryStat stat) {
        return Json.MAPPER
                .createObjectNode()
                .put("usageBytes", stat.usageBytes())
                .put("usageWithPageCacheBytes", stat.usageWithPageCacheBytes());
    }

    private static ObjectNode pressure(PressureStat cpu, PressureStat memory, PressureStat io) {
        return Json.MAPPER
                .createObjectNode()
                .put("someCPUAvg10", cpu.some().avg10())
                .put("someMemoryAvg10", memory.some().avg10())
                .put("someIOAvg10", io.some().avg10())
                .put("fullCPUAvg10", cpu.full().avg10())
                .put("fullMemoryAvg10", memory.full().avg10())
                .put("fullIOAvg10", io.full().avg10())
                .put("cpuFullSupported", cpu.fullKnown());
    }
}

package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.measure.cpi.Cpi;
import io.koordbridge.koordlet.measure.cpi.CpuCounters;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

public final class CpiAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/cpi";
    }

    @Override
    public JsonNode run(JsonNode input) {
        List<Cpi.Counters> counters = new ArrayList<>();
        input.path("perCPU").forEach(one -> counters.add(new Recorded(one)));
        ObjectNode out = Json.MAPPER.createObjectNode();
        try {
            Cpi seen = Cpi.of(counters);
            out.put("cycles", seen.cycles()).put("instructions", seen.instructions());
            seen.perInstruction().ifPresent(cpi -> out.put("cpi", cpi));
        } catch (IOException e) {
            out.put("error", true);
        }
        return out;
    }

    private record Recorded(JsonNode counters) implements Cpi.Counters {
        @Override
        public CpuCounters read() throws IOException {
            if (counters.path("error").asBoolean()) {
                throw new IOException("recorded");
            }
            return new CpuCounters(
                    value("cycles"),
                    value("instructions"),
                    counters.path("timeEnabled").asLong(),
                    counters.path("timeRunning").asLong());
        }

        private OptionalLong value(String name) {
            JsonNode value = counters.path(name);
            return value.isNumber() ? OptionalLong.of(value.asLong()) : OptionalLong.empty();
        }

        @Override
        public void close() {}
    }
}

package io.koordbridge.page.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.koordbridge.answers.LedgerAnswer;
import io.koordbridge.answers.NodesAnswer;
import io.koordbridge.answers.StatusAnswer;
import io.koordbridge.page.table.TableQuery;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CapacityDocumentTest {

    private static final ObjectMapper JSON = new ObjectMapper().registerModule(new JavaTimeModule());
    private static final String TIME = "2026-11-21T10:00:00Z";

    @Test
    void isBoundedHoweverLargeTheClusterIs() {
        JsonNode document = document(5_000, Map.of());

        assertThat(document.at("/nodes/rows").size()).isEqualTo(100);
        assertThat(document.at("/nodes/order").size()).isEqualTo(100);
        assertThat(document.at("/nodes/total").asInt()).isEqualTo(5_000);
        assertThat(document.at("/ledger/rows").size()).isEqualTo(100);
        assertThat(document.at("/ledger/total").asInt()).isEqualTo(10_000);
        assertThat(document.at("/status/problems").size()).isEqualTo(51);
        assertThat(document.at("/status/problems/50").asText()).isEqualTo("and 4950 more");
        assertThat(document.toString().length()).isLessThan(100_000);
    }

    @Test
    void showsTheRowsThatAreAskedForAndTheWorstOfTheLedger() {
        JsonNode document = document(10, Map.of("sort", "originCpuMilli", "order", "desc", "limit", "2"));

        assertThat(document.at("/nodes/order").toString()).isEqualTo("[\"n10\",\"n9\"]");
        assertThat(document.at("/nodes/rows/n10/originCpuMilli").asLong()).isEqualTo(10);
        assertThat(document.at("/ledger/order/0").asText()).isEqualTo("n7/cpu");
    }

    @Test
    void sumsFreeAndExcessNodeByNode() {
        JsonNode cpu = document(10, Map.of()).at("/balance/cpu");

        // Pods request 4 on each node, the origin is 1 to 10.
        assertThat(cpu.path("free").asLong()).isEqualTo(1 + 2 + 3 + 4 + 5 + 6);
        assertThat(cpu.path("excess").asLong()).isEqualTo(3 + 2 + 1);
        assertThat(cpu.path("over").asInt()).isEqualTo(3);
        assertThat(cpu.path("named").toString()).isEqualTo("[\"n1\",\"n2\",\"n3\"]");
    }

    @Test
    void cutsTheAnswerOfTheApi() {
        NodesAnswer page = CapacityDocument.page(nodes(10), TableQuery.of(Map.of("limit", "3", "offset", "3")));

        assertThat(page.nodes()).extracting(NodesAnswer.Node::name).containsExactly("n4", "n5", "n6");
        assertThat(page.cut()).isEqualTo(new NodesAnswer.Cut(10, 10, 3));
    }

    private static ObjectNode document(int count, Map<String, String> query) {
        return new CapacityDocument(JSON)
                .of(
                        status(count),
                        nodes(count),
                        ledger(count),
                        JsonNodeFactory.instance.objectNode(),
                        TableQuery.of(query));
    }

    private static StatusAnswer status(int count) {
        ObjectNode status = JSON.createObjectNode().put("time", TIME);
        status.putArray("clusters");
        for (String object : new String[] {"agents", "nodes", "totals"}) {
            status.putObject(object);
        }
        status.putObject("ledger").put("verdict", "OK");
        ArrayNode problems = status.putArray("problems");
        for (int i = 0; i < count; i++) {
            problems.add("problem of n" + i);
        }
        return JSON.convertValue(status, StatusAnswer.class);
    }

    private static NodesAnswer nodes(int count) {
        ObjectNode answer = JSON.createObjectNode().put("time", TIME);
        ArrayNode nodes = answer.putArray("nodes");
        for (int i = 1; i <= count; i++) {
            nodes.addObject()
                    .put("name", "n" + i)
                    .put("state", "STEADY")
                    .put("verdict", "OK")
                    .put("originCpuMilli", i)
                    .put("podsCpuMilli", 4);
        }
        return JSON.convertValue(answer, NodesAnswer.class);
    }

    private static LedgerAnswer ledger(int count) {
        ObjectNode answer = JSON.createObjectNode().put("time", TIME).put("verdict", "BROKEN");
        ArrayNode rows = answer.putArray("rows");
        for (int i = 1; i <= count; i++) {
            for (String resource : new String[] {"cpu", "memory"}) {
                boolean broken = i == 7 && resource.equals("cpu");
                rows.addObject()
                        .put("node", "n" + i)
                        .put("resource", resource)
                        .put("verdict", broken ? "BROKEN" : "OK");
            }
        }
        return JSON.convertValue(answer, LedgerAnswer.class);
    }
}

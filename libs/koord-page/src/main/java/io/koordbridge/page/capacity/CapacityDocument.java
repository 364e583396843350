package io.koordbridge.page.capacity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.answers.LedgerAnswer;
import io.koordbridge.answers.LedgerAnswer.Row;
import io.koordbridge.answers.NodesAnswer;
import io.koordbridge.answers.StatusAnswer;
import io.koordbridge.page.stream.LiveDocument;
import io.koordbridge.page.table.CsvText;
import io.koordbridge.page.table.TableQuery;
import io.koordbridge.page.table.TableView.Slice;
import io.koordbridge.protocol.PureCore;
import java.util.Comparator;
import java.util.List;

/**
 * The document of the page: {@code status} as the API has it, {@code balance}, {@code nodes}, {@code ledger} and {@code recent}, the
 * latest part of the timeline. Bounded, however large the cluster is.
 */
@PureCore
public final class CapacityDocument {

    private static final int MOST_LEDGER_ROWS = 100;
    private static final int MOST_PROBLEMS = 50;
    private static final Comparator<Row> WORST_FIRST =
            Comparator.comparing(row -> NodeTable.VERDICTS.indexOf(row.verdict()));

    private final ObjectMapper json;

    /** Documents in the form of the process's answers. */
    public CapacityDocument(ObjectMapper json) {
        this.json = json;
    }

    /** The nodes of a query in the form of {@code GET /api/v1/nodes}. */
    public static NodesAnswer page(NodesAnswer nodes, TableQuery query) {
        Slice<NodesAnswer.Node> slice = NodeTable.VIEW.select(nodes.nodes(), query);
        return new NodesAnswer(
                nodes.time(), slice.rows(), new NodesAnswer.Cut(slice.total(), slice.fitting(), slice.offset()));
    }

    /** All nodes that fit a query, as comma-separated values. */
    public String csv(NodesAnswer nodes, TableQuery query) {
        return CsvText.of(json, NodesAnswer.Node.class, NodeTable.VIEW.fitting(nodes.nodes(), query));
    }

    /**
     * The document of a reader.
     *
     * @throws IllegalArgumentException for a query that names what does not exist
     */
    public ObjectNode of(
            StatusAnswer status, NodesAnswer nodes, LedgerAnswer ledger, JsonNode recent, TableQuery query) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.set("status", status(status));
        ObjectNode balance = document.putObject("balance");
        balance.set("cpu", json.valueToTree(Balance.cpu(nodes.nodes())));
        balance.set("memory", json.valueToTree(Balance.memory(nodes.nodes())));
        document.set("nodes", nodes(NodeTable.VIEW.select(nodes.nodes(), query)));
        document.set("ledger", ledger(ledger));
        document.set("recent", recent);
        return document;
    }

    private JsonNode status(StatusAnswer status) {
        ObjectNode tree = json.valueToTree(status);
        List<String> problems = status.problems();
        if (problems.size() > MOST_PROBLEMS) {
            ArrayNode shown = tree.putArray("problems");
            problems.subList(0, MOST_PROBLEMS).forEach(shown::add);
            shown.add("and " + (problems.size() - MOST_PROBLEMS) + " more");
        }
        return tree;
    }

    private ObjectNode nodes(Slice<NodesAnswer.Node> slice) {
        ObjectNode tree = LiveDocument.keyed(json.valueToTree(slice.rows()), "name");
        tree.put("total", slice.total()).put("fitting", slice.fitting()).put("offset", slice.offset());
        return tree;
    }

    private ObjectNode ledger(LedgerAnswer ledger) {
        List<Row> worst = ledger.rows().stream()
                .sorted(WORST_FIRST)
                .limit(MOST_LEDGER_ROWS)
                .toList();
        ObjectNode tree = LiveDocument.keyed(json.valueToTree(worst), "node", "resource");
        tree.put("verdict", ledger.verdict())
                .put("checks", ledger.checks())
                .put("brokenChecks", ledger.brokenChecks())
                .put("total", ledger.rows().size());
        return tree;
    }
}

package io.koordbridge.colo.simulation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.table.Amounts;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;

/**
 * Offers of nodes before and after.
 *
 * @param before title of the first amounts
 * @param after title of the second
 */
@PureCore
record Comparison(String before, String after, List<Row> rows) {

    Comparison {
        rows = List.copyOf(rows);
    }

    /** One node. */
    record Row(String node, Offer before, Offer after) {

        boolean differs() {
            return !before.equals(after);
        }
    }

    String table() {
        List<List<String>> lines = new ArrayList<>();
        Offer sumBefore = Offer.NONE;
        Offer sumAfter = Offer.NONE;
        for (Row row : rows) {
            lines.add(line(row.node(), row.before(), row.after()));
            sumBefore = sumBefore.plus(row.before());
            sumAfter = sumAfter.plus(row.after());
        }
        lines.add(line("all", sumBefore, sumAfter));
        return TextTable.of(
                List.of("NODE", "BATCH " + before, "BATCH " + after, "MID " + before, "MID " + after), lines);
    }

    private static List<String> line(String node, Offer before, Offer after) {
        return List.of(node, batch(before), batch(after), mid(before), mid(after));
    }

    private static String batch(Offer offer) {
        return Amounts.pair(Amounts.cores(offer.batchMilliCpu()), Amounts.bytes(offer.batchBytes()));
    }

    private static String mid(Offer offer) {
        return Amounts.pair(Amounts.cores(offer.midMilliCpu()), Amounts.bytes(offer.midBytes()));
    }

    ObjectNode document() {
        ObjectNode document = ApiReader.JSON.createObjectNode();
        rows.forEach(row -> {
            ObjectNode node = document.withArray("nodes").addObject().put("name", row.node());
            node.set("before", ApiReader.JSON.valueToTree(row.before()));
            node.set("after", ApiReader.JSON.valueToTree(row.after()));
        });
        return document;
    }
}

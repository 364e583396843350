package io.koordbridge.colo.config;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.review.Finding;
import io.koordbridge.sloconfig.review.Finding.Severity;
import java.util.List;
import java.util.Locale;

/** Findings as text and as a document; lines are those of the file. */
@PureCore
final class FindingText {

    private static final List<String> HEADER = List.of("LINE", "LEVEL", "KEY", "FIELD", "PROBLEM", "ALLOWED");

    private FindingText() {}

    static String table(List<Finding> findings, int keys) {
        String summary = summary(findings, keys);
        if (findings.isEmpty()) {
            return summary;
        }
        List<List<String>> rows = findings.stream().map(FindingText::row).toList();
        return TextTable.of(HEADER, rows) + "\n\n" + summary;
    }

    private static List<String> row(Finding finding) {
        return List.of(
                finding.line() == 0 ? "-" : String.valueOf(finding.line()),
                level(finding),
                finding.key().isEmpty() ? "-" : finding.key(),
                finding.field().isEmpty() ? "-" : finding.field(),
                finding.problem(),
                finding.allowed().isEmpty() ? "-" : finding.allowed());
    }

    private static String summary(List<Finding> findings, int keys) {
        long errors = errors(findings);
        long warnings = findings.size() - errors;
        String verdict = errors == 0 ? "VALID" : "INVALID";
        return "%s: %d keys, %d errors, %d warnings".formatted(verdict, keys, errors, warnings);
    }

    static long errors(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .count();
    }

    static ObjectNode document(String file, List<Finding> findings) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("file", file).put("valid", errors(findings) == 0);
        ArrayNode list = document.putArray("findings");
        for (Finding finding : findings) {
            list.addObject()
                    .put("line", finding.line())
                    .put("level", level(finding))
                    .put("key", finding.key())
                    .put("field", finding.field())
                    .put("problem", finding.problem())
                    .put("allowed", finding.allowed());
        }
        return document;
    }

    private static String level(Finding finding) {
        return finding.severity().name().toLowerCase(Locale.ROOT);
    }
}

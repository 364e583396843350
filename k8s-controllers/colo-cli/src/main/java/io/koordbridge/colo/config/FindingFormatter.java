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
import java.util.regex.Pattern;

/** Findings as text and as a document; lines are those of the file. */
@PureCore
final class FindingFormatter {

    private static final List<String> HEADER = List.of("LINE", "LEVEL", "KEY", "FIELD", "PROBLEM", "ALLOWED");

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private FindingFormatter() {}

    static String table(List<Finding> findings, int keys) {
        String summary = summary(findings, keys);
        if (findings.isEmpty()) {
            return summary;
        }
        List<List<String>> rows = findings.stream().map(FindingFormatter::row).toList();
        return TextTable.of(HEADER, rows) + "\n\n" + summary;
    }

    private static List<String> row(Finding finding) {
        return List.of(
                finding.line() == 0 ? "-" : String.valueOf(finding.line()),
                level(finding),
                cell(finding.key()),
                cell(finding.field()),
                cell(finding.problem()),
                cell(finding.allowed()));
    }

    /** Of a file that is looked at because it may be wrong: nothing in it moves the cursor. */
    private static String cell(String text) {
        return text.isEmpty() ? "-" : CONTROL.matcher(text).replaceAll("?");
    }

    private static String summary(List<Finding> findings, int keys) {
        long errors = errors(findings);
        long warnings = findings.size() - errors;
        String verdict = errors == 0 ? "VALID" : "INVALID";
        return verdict + ": " + count(keys, "key") + ", " + count(errors, "error") + ", " + count(warnings, "warning");
    }

    private static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
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

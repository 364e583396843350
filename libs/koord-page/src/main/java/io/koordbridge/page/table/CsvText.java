package io.koordbridge.page.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.protocol.PureCore;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Rows as comma-separated values (RFC 4180, lines end with CR LF). Columns have the names of the API's fields. What is not known is
 * empty. A text that a spreadsheet would calculate begins with an apostrophe.
 */
@PureCore
public final class CsvText {

    private static final String LINE_END = "\r\n";
    private static final String BEGINS_FORMULA = "=+-@\t\r\n＝＋－＠";
    private static final String NEEDS_QUOTES = ",;\"\t\r\n";

    private CsvText() {}

    /** A line with the names of the record's components, then one for each row. */
    public static <T extends Record> String of(ObjectMapper json, Class<T> type, List<T> rows) {
        List<String> columns = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
        StringBuilder text = new StringBuilder(String.join(",", columns)).append(LINE_END);
        for (T row : rows) {
            JsonNode tree = json.valueToTree(row);
            text.append(columns.stream()
                            .map(column -> quoted(value(tree.path(column))))
                            .collect(Collectors.joining(",")))
                    .append(LINE_END);
        }
        return text.toString();
    }

    private static String value(JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            return "";
        }
        if (value.isNumber()) {
            return value.decimalValue().toPlainString();
        }
        String text = text(value);
        return !text.isEmpty() && BEGINS_FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    private static String text(JsonNode value) {
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(JsonNode::asText)
                    .collect(Collectors.joining("; "));
        }
        return value.isObject()
                ? value.properties().stream()
                        .map(field -> field.getKey() + " " + field.getValue().asText())
                        .collect(Collectors.joining("; "))
                : value.asText();
    }

    private static String quoted(String value) {
        return value.chars().anyMatch(letter -> NEEDS_QUOTES.indexOf(letter) >= 0)
                ? '"' + value.replace("\"", "\"\"") + '"'
                : value;
    }
}

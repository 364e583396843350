package io.koordbridge.it.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the reference of a chart's values from the keys, defaults and comments of its values.yaml. Needs the JDK only, so that
 * bin/config-reference runs this file as it is.
 */
final class ValuesReference {
    static final List<String> CHARTS = List.of("koord-bridge", "hadoop-yarn");
    /** Its values are explained; the same ones of the other components refer to it. */
    private static final String EXPLAINED = "manager.";

    private static final List<String> COMPONENTS = List.of("yarnOperator.", "koordlet.", "scheduler.", "descheduler.");

    private static final Pattern KEY = Pattern.compile("( *)([A-Za-z0-9_.-]+):(?: +(.*))?");
    private static final Pattern REMARK = Pattern.compile("(.*?)(?:(?:^|\\s+)#\\s+(.*))?");

    private final Deque<String> path = new ArrayDeque<>();
    private final Deque<Integer> indents = new ArrayDeque<>();
    private final List<String> comment = new ArrayList<>();
    private final Map<String, Row> rows = new LinkedHashMap<>();
    /** Of the items of a list, whose lines are no keys of their own; -1 outside of a list. */
    private int list = -1;

    /** One value: its default is empty for one that holds others. */
    record Row(String value, String meaning) {}

    private ValuesReference() {}

    public static void main(String[] arguments) throws IOException {
        Path root = Path.of(arguments[0]);
        for (String chart : CHARTS) {
            Files.writeString(page(root, chart), of(root, chart));
        }
    }

    static Path page(Path root, String chart) {
        return root.resolve("docs/reference/values-" + chart + ".md");
    }

    static String of(Path root, String chart) throws IOException {
        Map<String, Row> rows =
                rows(Files.readAllLines(root.resolve("charts").resolve(chart).resolve("values.yaml")));
        StringBuilder text = new StringBuilder("""
                # Values of chart %s

                Made of the chart's `values.yaml` by `bin/config-reference`. A value without a default holds those below it. See also the
                [chart](../../charts/%s/README.md).

                | value | default | meaning |
                |---|---|---|
                """.formatted(chart, chart));
        rows.forEach((name, row) -> text.append("| `%s` | %s | %s |\n"
                .formatted(name, row.value().isEmpty() ? "" : "`" + row.value() + "`", meaning(name, row, rows))));
        return text.toString().replace("  |", " |");
    }

    private static String meaning(String name, Row row, Map<String, Row> rows) {
        String explained = EXPLAINED + name.substring(name.indexOf('.') + 1);
        boolean refers = row.meaning().isEmpty()
                && COMPONENTS.stream().anyMatch(name::startsWith)
                && rows.containsKey(explained);
        return refers
                ? "as `" + explained + "`"
                : row.meaning().replace("|", "\\|").replace("<", "&lt;");
    }

    static Map<String, Row> rows(List<String> lines) {
        ValuesReference reference = new ValuesReference();
        lines.forEach(reference::read);
        return reference.rows;
    }

    private void read(String line) {
        Matcher key = KEY.matcher(line);
        int indent = line.length() - line.stripLeading().length();
        list = indent > list && list >= 0 ? list : line.stripLeading().startsWith("- ") ? indent : -1;
        if (line.isBlank()) {
            comment.clear();
        } else if (list >= 0) {
            more(line.strip());
        } else if (line.strip().startsWith("#")) {
            comment.add(line.strip().replaceFirst("# ?", ""));
        } else if (key.matches()) {
            read(indent, key.group(2), key.group(3) == null ? "" : key.group(3));
        } else {
            throw new IllegalArgumentException("not understood: " + line);
        }
    }

    private void read(int indent, String name, String rest) {
        while (!indents.isEmpty() && indents.peekLast() >= indent) {
            indents.removeLast();
            path.removeLast();
        }
        indents.addLast(indent);
        path.addLast(name);
        Matcher parts = REMARK.matcher(rest);
        if (parts.matches() && parts.group(2) != null) {
            comment.add(parts.group(2));
        }
        rows.put(String.join(".", path), new Row(parts.group(1).strip(), String.join(" ", comment)));
        comment.clear();
    }

    /** An item of a list, whose lines belong to the key above. */
    private void more(String line) {
        String name = String.join(".", path);
        Row row = rows.get(name);
        rows.put(name, new Row((row.value() + " " + line).strip(), row.meaning()));
    }
}

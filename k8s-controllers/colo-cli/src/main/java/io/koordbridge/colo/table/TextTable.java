package io.koordbridge.colo.table;

import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Columns of equal width, two blanks apart, no blanks at the end of a line; what controls a terminal is escaped. */
@PureCore
public final class TextTable {
    private static final String GAP = "  ";

    private TextTable() {}

    /** Header and rows; every row has as many cells as the header. */
    public static String of(List<String> header, List<List<String>> rows) {
        List<List<String>> all = Stream.concat(Stream.of(header), rows.stream())
                .map(row -> row.stream().map(PlainText::of).toList())
                .toList();
        int[] widths = IntStream.range(0, header.size())
                .map(column -> all.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return all.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n"));
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            line.append(cell).append(" ".repeat(widths[column] - cell.length())).append(GAP);
        }
        return line.toString().stripTrailing();
    }
}

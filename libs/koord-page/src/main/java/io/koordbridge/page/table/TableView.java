package io.koordbridge.page.table;

import io.koordbridge.protocol.NaturalOrder;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How rows are searched and sorted.
 *
 * @param name of a row, unique; equal rows keep the order of names
 * @param state of a row
 * @param states all of them, in their order
 * @param words of a row, which are searched
 * @param columns what can be sorted by: a number by field, null when not known
 */
@PureCore
public record TableView<T>(
        Function<T, String> name,
        Function<T, String> state,
        List<String> states,
        Function<T, String> words,
        Map<String, Function<T, @Nullable Number>> columns) {

    private static final String NAME = "name";
    private static final String STATE = "state";

    public TableView {
        states = List.copyOf(states);
        columns = Map.copyOf(columns);
    }

    /**
     * A page of rows.
     *
     * @param total number of all rows
     * @param fitting number of rows that fit the query
     * @param offset fitting rows before the first one of the page
     */
    public record Slice<T>(int total, int fitting, int offset, List<T> rows) {
        public Slice {
            rows = List.copyOf(rows);
        }
    }

    /**
     * The rows of a page; of the last page when there are fewer. Unknown amounts come last in both directions.
     *
     * @throws IllegalArgumentException for a state or column that does not exist, naming those that do
     */
    public Slice<T> select(List<T> rows, TableQuery query) {
        List<T> fitting = fitting(rows, query);
        int last = fitting.isEmpty() ? 0 : (fitting.size() - 1) / query.limit() * query.limit();
        int offset = Math.min(query.offset(), last);
        return new Slice<>(
                rows.size(),
                fitting.size(),
                offset,
                fitting.subList(offset, Math.min(fitting.size(), offset + query.limit())));
    }

    /**
     * All rows that fit, in the order of the query, which page it asks for or not.
     *
     * @throws IllegalArgumentException for a state or column that does not exist, naming those that do
     */
    public List<T> fitting(List<T> rows, TableQuery query) {
        if (!query.state().isEmpty() && !states.contains(query.state())) {
            throw new IllegalArgumentException(
                    "state = '" + query.state() + "': want one of " + String.join(", ", states));
        }
        return rows.stream()
                .filter(row -> query.state().isEmpty() || query.state().equals(state.apply(row)))
                .filter(row -> query.find().isEmpty()
                        || words.apply(row).toLowerCase(Locale.ROOT).contains(query.find()))
                .sorted(order(query))
                .toList();
    }

    private Comparator<T> order(TableQuery query) {
        Comparator<T> byName = Comparator.comparing(name, NaturalOrder.NAMES);
        if (query.sort().isEmpty() || query.sort().equals(NAME)) {
            return query.descending() ? byName.reversed() : byName;
        }
        Function<T, @Nullable Number> amount =
                query.sort().equals(STATE) ? row -> states.indexOf(state.apply(row)) : columns.get(query.sort());
        if (amount == null) {
            throw new IllegalArgumentException(
                    "sort = '" + query.sort() + "': want one of " + String.join(", ", sortable()));
        }
        Comparator<Double> values = query.descending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
        return Comparator.comparing((T row) -> value(amount.apply(row)), Comparator.nullsLast(values))
                .thenComparing(byName);
    }

    private static @Nullable Double value(@Nullable Number number) {
        return number == null ? null : number.doubleValue();
    }

    private List<String> sortable() {
        List<String> all = new ArrayList<>(List.of(NAME, STATE));
        all.addAll(new TreeMap<>(columns).keySet());
        return all;
    }

    /** The names in words, for a search. */
    public static String words(@Nullable Object... parts) {
        return java.util.Arrays.stream(parts)
                .filter(java.util.Objects::nonNull)
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }
}

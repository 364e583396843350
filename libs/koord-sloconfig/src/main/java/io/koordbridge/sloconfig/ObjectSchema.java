package io.koordbridge.sloconfig;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** An object with known fields; others are ignored when read. */
public final class ObjectSchema implements Schema {

    private final List<Field> fields;
    private final List<Order> orders;
    private final Map<String, Field> exact;
    private final Map<String, Field> folded;

    /** Two fields of which one must be below the other where both are set. */
    public record Order(String lower, String upper) {}

    private ObjectSchema(List<Field> fields, List<Order> orders) {
        this.fields = List.copyOf(fields);
        this.orders = List.copyOf(orders);
        this.exact = fields.stream().collect(Collectors.toUnmodifiableMap(Field::name, field -> field));
        this.folded =
                fields.stream().collect(Collectors.toUnmodifiableMap(field -> fold(field.name()), field -> field));
    }

    /** An object of these fields. */
    public static ObjectSchema of(Field... fields) {
        return new ObjectSchema(List.of(fields), List.of());
    }

    /** The same object with more fields. */
    public ObjectSchema with(Field... more) {
        List<Field> all = new ArrayList<>(fields);
        all.addAll(List.of(more));
        return new ObjectSchema(all, orders);
    }

    /** The same object, where one field must be below another. */
    public ObjectSchema ordering(String lower, String upper) {
        List<Order> all = new ArrayList<>(orders);
        all.add(new Order(lower, upper));
        return new ObjectSchema(fields, all);
    }

    /** Fields in their declared order. */
    public List<Field> fields() {
        return fields;
    }

    /** Which field must be below which. */
    public List<Order> orders() {
        return orders;
    }

    /** The field that a document's spelling means. */
    public Optional<Field> field(String spelling) {
        Field found = exact.get(spelling);
        return Optional.ofNullable(found != null ? found : folded.get(fold(spelling)));
    }

    @Override
    public String expectation() {
        return "an object";
    }

    private static String fold(String name) {
        return name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }
}

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
    private final List<Exclusion> exclusions;
    private final Map<String, Field> exact;
    private final Map<String, Field> folded;

    /** Two fields of which one must be below the other where both are set. */
    public record Order(String lower, String upper) {}

    /**
     * Two ways to say something, of which a document uses one. Laid over another document, either one replaces the other.
     *
     * @param one its fields: the first one says that it is used, the others only refine it
     * @param other its fields, likewise
     */
    public record Exclusion(List<String> one, List<String> other) {

        public Exclusion {
            one = List.copyOf(one);
            other = List.copyOf(other);
            if (one.isEmpty() || other.isEmpty()) {
                throw new IllegalArgumentException("a way without a field: " + one + " or " + other);
            }
        }
    }

    private ObjectSchema(List<Field> fields, List<Order> orders, List<Exclusion> exclusions) {
        this.fields = List.copyOf(fields);
        this.orders = List.copyOf(orders);
        this.exclusions = List.copyOf(exclusions);
        this.exact = fields.stream().collect(Collectors.toUnmodifiableMap(Field::name, field -> field));
        this.folded =
                fields.stream().collect(Collectors.toUnmodifiableMap(field -> fold(field.name()), field -> field));
    }

    /** An object of these fields. */
    public static ObjectSchema of(Field... fields) {
        return new ObjectSchema(List.of(fields), List.of(), List.of());
    }

    /** The same object with more fields. */
    public ObjectSchema with(Field... more) {
        List<Field> all = new ArrayList<>(fields);
        all.addAll(List.of(more));
        return new ObjectSchema(all, orders, exclusions);
    }

    /** The same object, where one field must be below another. */
    public ObjectSchema ordering(String lower, String upper) {
        List<Order> all = new ArrayList<>(orders);
        all.add(new Order(lower, upper));
        return new ObjectSchema(fields, all, exclusions);
    }

    /** The same object, where fields of one way are not set beside fields of the other. */
    public ObjectSchema excluding(List<String> one, List<String> other) {
        List<Exclusion> all = new ArrayList<>(exclusions);
        all.add(new Exclusion(one, other));
        return new ObjectSchema(fields, orders, all);
    }

    /** Fields in their declared order. */
    public List<Field> fields() {
        return fields;
    }

    /** Which field must be below which. */
    public List<Order> orders() {
        return orders;
    }

    /** Which fields are not set beside which. */
    public List<Exclusion> exclusions() {
        return exclusions;
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

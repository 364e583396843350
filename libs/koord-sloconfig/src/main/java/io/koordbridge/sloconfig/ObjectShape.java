package io.koordbridge.sloconfig;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** An object with known fields; others are ignored when read. */
public final class ObjectShape implements Shape {

    private final List<Field> fields;
    private final Map<String, Field> exact;
    private final Map<String, Field> folded;

    private ObjectShape(List<Field> fields) {
        this.fields = List.copyOf(fields);
        this.exact = fields.stream().collect(Collectors.toUnmodifiableMap(Field::name, field -> field));
        this.folded =
                fields.stream().collect(Collectors.toUnmodifiableMap(field -> fold(field.name()), field -> field));
    }

    /** An object of these fields. */
    public static ObjectShape of(Field... fields) {
        return new ObjectShape(List.of(fields));
    }

    /** The same object with more fields. */
    public ObjectShape with(Field... more) {
        List<Field> all = new ArrayList<>(fields);
        all.addAll(List.of(more));
        return new ObjectShape(all);
    }

    /** Fields in their declared order. */
    public List<Field> fields() {
        return fields;
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

package io.koordbridge.copilot.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Typed reading of an object's members; a member of another type is an error that names it. Null counts as absent. */
public final class JsonObject {
    private final Map<String, @Nullable Object> members;

    private JsonObject(Map<String, @Nullable Object> members) {
        this.members = members;
    }

    static JsonObject of(Map<?, ?> parsed) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : parsed.entrySet()) {
            members.put(String.valueOf(entry.getKey()), entry.getValue());
        }
        return new JsonObject(members);
    }

    public Set<String> names() {
        return members.keySet();
    }

    public boolean has(String name) {
        return members.get(name) != null;
    }

    public @Nullable String text(String name) throws JsonException {
        return typed(name, String.class, "a string");
    }

    public boolean flag(String name) throws JsonException {
        Boolean flag = typed(name, Boolean.class, "true or false");
        return flag != null && flag;
    }

    /** A whole number of at least zero; {@code absent} when it is not there. */
    public long amount(String name, long absent) throws JsonException {
        Number number = typed(name, Number.class, "a number");
        if (number == null) {
            return absent;
        }
        if (!(number instanceof Long) || number.longValue() < 0) {
            throw new JsonException(name + " must be a whole number of at least 0, got " + number);
        }
        return number.longValue();
    }

    /** Any number; null when it is not there. */
    @Nullable
    public Double number(String name) throws JsonException {
        Number number = typed(name, Number.class, "a number");
        return number == null ? null : number.doubleValue();
    }

    public @Nullable JsonObject object(String name) throws JsonException {
        Map<?, ?> object = typed(name, Map.class, "an object");
        return object == null ? null : of(object);
    }

    public List<String> texts(String name) throws JsonException {
        List<?> list = typed(name, List.class, "an array");
        List<String> texts = new ArrayList<>();
        if (list != null) {
            for (Object element : list) {
                if (!(element instanceof String)) {
                    throw new JsonException(name + " must be an array of strings");
                }
                texts.add((String) element);
            }
        }
        return texts;
    }

    /** A string, or a number as text: quantities are written both ways. */
    public @Nullable String scalar(String name) throws JsonException {
        Object value = members.get(name);
        if (value == null || value instanceof String || value instanceof Long) {
            return value == null ? null : value.toString();
        }
        throw new JsonException(name + " must be a string or a whole number");
    }

    private <T> @Nullable T typed(String name, Class<T> type, String wanted) throws JsonException {
        Object value = members.get(name);
        if (value == null) {
            return null;
        }
        if (!type.isInstance(value)) {
            throw new JsonException(name + " must be " + wanted);
        }
        return type.cast(value);
    }
}

package io.koordbridge.frame.reference;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.jackson.Jackson;
import io.dropwizard.util.DataSize;
import io.dropwizard.util.Duration;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the keys of a configuration. */
public final class Settings {

    static final String SECTION = "section";
    static final String KNOWN = "switch";

    private static final String OWN = "io.koordbridge.";

    private static final Map<Class<?>, String> WORDS = Map.of(
            boolean.class, "bool",
            Boolean.class, "bool",
            int.class, "int",
            Integer.class, "int",
            long.class, "int",
            BigDecimal.class, "number",
            Duration.class, "duration",
            DataSize.class, "size");

    private final ObjectMapper mapper = Jackson.newObjectMapper();
    private final List<Setting> found = new ArrayList<>();

    private Settings() {}

    /** All keys of the product's own sections, in the order of the fields; what the frame brings along is not among them. */
    public static List<Setting> of(Object configuration) {
        Settings settings = new Settings();
        settings.object(configuration.getClass(), configuration, "");
        return List.copyOf(settings.found);
    }

    private void object(Class<?> type, @Nullable Object holder, String path) {
        Class<?> parent = type.getSuperclass();
        if (parent != null && isOwn(parent)) {
            object(parent, holder, path);
        }
        for (Field field : type.getDeclaredFields()) {
            JsonProperty property = field.getAnnotation(JsonProperty.class);
            boolean read = type.isRecord() ? !Modifier.isStatic(field.getModifiers()) : property != null;
            if (read) {
                String name = property == null || property.value().isEmpty() ? field.getName() : property.value();
                setting(field, holder == null ? null : value(field, holder), path + name);
            }
        }
    }

    private void setting(Field field, @Nullable Object value, String key) {
        Class<?> type = field.getType();
        JsonPropertyDescription description = field.getAnnotation(JsonPropertyDescription.class);
        String meaning = description == null ? "" : description.value();
        boolean section = isSection(type);
        String shown = section ? "" : text(value);
        found.add(new Setting(key, words(field.getGenericType()), shown, Constraints.words(field), meaning));
        if (section) {
            object(type, value, key + ".");
        }
        KnownKeys known = field.getAnnotation(KnownKeys.class);
        if (known != null) {
            for (KnownKey one : known.value().getEnumConstants()) {
                found.add(new Setting(key + "." + one.wireName(), KNOWN, one.defaultText(), "", one.meaning()));
            }
        }
        Class<?> element = element(field.getGenericType());
        if (element != null && isSection(element)) {
            object(element, null, key + (Map.class.isAssignableFrom(type) ? ".*." : "[]."));
        }
    }

    private String text(@Nullable Object value) {
        if (value instanceof Duration duration) {
            return UnitFormatter.of(duration);
        }
        if (value instanceof DataSize size) {
            return UnitFormatter.of(size);
        }
        JsonNode tree = mapper.valueToTree(value);
        return tree.isTextual() ? tree.asText() : tree.isNull() ? "" : tree.toString();
    }

    private static boolean isOwn(Class<?> type) {
        return type.getName().startsWith(OWN);
    }

    private static boolean isSection(Class<?> type) {
        return isOwn(type) && !type.isEnum();
    }

    private static String words(Type type) {
        if (type instanceof ParameterizedType) {
            Class<?> element = element(type);
            String inner = element == null ? "any" : isSection(element) ? "section" : words(element);
            return (isMap(type) ? "map of " : "list of ") + inner;
        }
        Class<?> raw = (Class<?>) type;
        return isSection(raw) ? SECTION : WORDS.getOrDefault(raw, "text");
    }

    private static boolean isMap(Type type) {
        return type instanceof ParameterizedType generic && generic.getRawType() == Map.class;
    }

    /** What a list, a set or a map holds; null for anything else. */
    private static @Nullable Class<?> element(Type type) {
        boolean holds = type instanceof ParameterizedType generic
                && generic.getRawType() instanceof Class<?> raw
                && (Collection.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw));
        if (!holds) {
            return null;
        }
        Type[] arguments = ((ParameterizedType) type).getActualTypeArguments();
        return arguments[arguments.length - 1] instanceof Class<?> element ? element : null;
    }

    private static @Nullable Object value(Field field, Object holder) {
        try {
            field.setAccessible(true);
            return field.get(holder);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field.getName() + " cannot be read", e);
        }
    }
}

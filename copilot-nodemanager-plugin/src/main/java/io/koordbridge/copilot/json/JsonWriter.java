package io.koordbridge.copilot.json;

import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, iterables, strings, numbers, booleans and null. */
public final class JsonWriter {
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder out = new StringBuilder();

    private JsonWriter() {}

    public static String write(@Nullable Object value) {
        JsonWriter writer = new JsonWriter();
        writer.value(value);
        return writer.out.toString();
    }

    private void value(@Nullable Object value) {
        if (value == null || value instanceof Boolean || value instanceof Long || value instanceof Integer) {
            out.append(value);
        } else if (value instanceof Number) {
            number(((Number) value).doubleValue());
        } else if (value instanceof Map) {
            object((Map<?, ?>) value);
        } else if (value instanceof Iterable) {
            array((Iterable<?>) value);
        } else {
            string(value.toString());
        }
    }

    /** JSON has no word for what is not a number. */
    private void number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            out.append("null");
        } else {
            out.append(value);
        }
    }

    private void object(Map<?, ?> members) {
        out.append('{');
        Iterator<? extends Map.Entry<?, ?>> entries = members.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<?, ?> entry = entries.next();
            string(String.valueOf(entry.getKey()));
            out.append(':');
            value(entry.getValue());
            if (entries.hasNext()) {
                out.append(',');
            }
        }
        out.append('}');
    }

    private void array(Iterable<?> elements) {
        out.append('[');
        Iterator<?> rest = elements.iterator();
        while (rest.hasNext()) {
            value(rest.next());
            if (rest.hasNext()) {
                out.append(',');
            }
        }
        out.append(']');
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || Character.isSurrogate(c)) {
                escape(c);
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private void escape(char c) {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.append(HEX.charAt((c >> shift) & 0xf));
        }
    }
}

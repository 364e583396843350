package io.koordbridge.koordlet.config;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;

/** Compares each key of a configuration with the range that its annotations name, the one that its reference page shows. */
public final class RangeCheck {

    private RangeCheck() {}

    /**
     * Checks a section and all sections in it.
     *
     * @param prefix path of the section with a dot at its end, empty for the whole file
     * @throws IllegalArgumentException naming key, value and range
     */
    public static void check(String prefix, Record section) {
        for (RecordComponent component : section.getClass().getRecordComponents()) {
            Object value = value(section, component);
            String key = prefix + component.getName();
            if (value instanceof Record inner) {
                check(key + ".", inner);
            } else if (value instanceof Number number) {
                checkNumber(key, field(section, component), number.longValue());
            } else if (value instanceof String text) {
                checkText(key, field(section, component), text);
            }
        }
    }

    private static void checkNumber(String key, Field field, long value) {
        Min lowest = field.getAnnotation(Min.class);
        Max highest = field.getAnnotation(Max.class);
        if (lowest != null && highest != null && (value < lowest.value() || value > highest.value())) {
            throw new IllegalArgumentException(
                    key + " = " + value + ": want " + lowest.value() + " to " + highest.value());
        }
    }

    private static void checkText(String key, Field field, String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException(key + " = '" + text + "': want a text that is not empty");
        }
        Pattern pattern = field.getAnnotation(Pattern.class);
        if (pattern != null && !text.matches(pattern.regexp())) {
            String allowed = pattern.regexp().replace("|", ", ").replaceFirst(", (?!.*,)", " or ");
            throw new IllegalArgumentException(key + " = '" + text + "': want " + allowed);
        }
    }

    private static Field field(Record section, RecordComponent component) {
        try {
            return section.getClass().getDeclaredField(component.getName());
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object value(Record section, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(section);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}

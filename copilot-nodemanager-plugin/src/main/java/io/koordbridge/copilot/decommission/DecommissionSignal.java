package io.koordbridge.copilot.decommission;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The signal that makes an executor leave. It cannot be one that a JVM has a handler for by itself. Pure. */
public final class DecommissionSignal {
    /** Spark's default. */
    public static final String DEFAULT = "PWR";
    /** Nothing is sent. */
    public static final DecommissionSignal NONE = new DecommissionSignal("", 0);

    private static final Map<String, Integer> NUMBERS = numbers();

    private final String name;
    private final int number;

    private DecommissionSignal(String name, int number) {
        this.name = name;
        this.number = number;
    }

    /** With or without SIG, in any case; null for one that cannot be used. */
    public static @Nullable DecommissionSignal of(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        String name = upper.startsWith("SIG") ? upper.substring(3) : upper;
        Integer number = NUMBERS.get(name);
        return number == null ? null : new DecommissionSignal(name, number);
    }

    public static Set<String> names() {
        return NUMBERS.keySet();
    }

    /** Without SIG; empty for none. */
    public String name() {
        return name;
    }

    int number() {
        return number;
    }

    public boolean none() {
        return number == 0;
    }

    private static Map<String, Integer> numbers() {
        // Of Linux on x86, ARM, POWER and s390.
        Map<String, Integer> numbers = new LinkedHashMap<>();
        numbers.put(DEFAULT, 30);
        numbers.put("USR1", 10);
        numbers.put("URG", 23);
        numbers.put("WINCH", 28);
        return Collections.unmodifiableMap(numbers);
    }
}

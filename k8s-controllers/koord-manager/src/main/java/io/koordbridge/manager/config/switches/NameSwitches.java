package io.koordbridge.manager.config.switches;

import io.koordbridge.protocol.PureCore;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A list of names: {@code name} switches on, {@code -name} off, {@code *} everything on; the first entry that fits a name counts,
 * and what no entry fits is off.
 */
@PureCore
public record NameSwitches(List<String> entries) {

    private static final String ALL = "*";

    public NameSwitches {
        entries = List.copyOf(entries);
    }

    /** A text with commas. */
    public static NameSwitches of(String text) {
        return new NameSwitches(Arrays.stream(text.split(","))
                .map(String::trim)
                .filter(entry -> !entry.isEmpty())
                .toList());
    }

    /** Whether the name is on. */
    public boolean isOn(String name) {
        return entries.stream()
                .filter(entry -> entry.equals(ALL) || plain(entry).equals(name))
                .findFirst()
                .filter(entry -> !entry.startsWith("-"))
                .isPresent();
    }

    /** The first entry that names nothing known. */
    public Optional<String> problem(String key, Collection<String> known) {
        return entries.stream()
                .filter(entry -> !entry.equals(ALL) && !known.contains(plain(entry)))
                .findFirst()
                .map(entry -> key + " has the unknown entry " + entry + ", allowed: *, a name or -name of "
                        + String.join(", ", known));
    }

    private static String plain(String entry) {
        return entry.startsWith("-") ? entry.substring(1) : entry;
    }
}

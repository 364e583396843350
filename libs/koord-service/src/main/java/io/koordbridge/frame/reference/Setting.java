package io.koordbridge.frame.reference;

/**
 * A key of the configuration.
 *
 * @param key with the sections above it, separated by dots
 * @param defaultText empty for a section and for nothing
 * @param allowed empty for everything of the type
 */
public record Setting(String key, String type, String defaultText, String allowed, String meaning) {

    /** Whether it only holds other keys. */
    public boolean isSection() {
        return type.equals(Settings.SECTION);
    }

    /** Whether the file of the process has to name it: elements of lists and maps have names of their own. */
    public boolean isNamedInFile() {
        return !key.contains("[]") && !key.contains("*") && !type.equals(Settings.KNOWN);
    }

    String row() {
        String shown = defaultText.isEmpty() ? "" : "`" + defaultText + "`";
        return "| `%s` | %s | %s | %s | %s |".formatted(key, type, shown, allowed, meaning);
    }
}

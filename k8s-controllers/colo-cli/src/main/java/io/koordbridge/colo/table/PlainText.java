package io.koordbridge.colo.table;

import io.koordbridge.protocol.PureCore;

/** Text of others on a terminal: names and messages may hold characters that move the cursor, hide text or begin a line. */
@PureCore
public final class PlainText {

    private PlainText() {}

    /** The text with control and format characters as escapes, such as {@code \\u001b}. */
    public static String of(String text) {
        if (text.codePoints().noneMatch(PlainText::controls)) {
            return text;
        }
        StringBuilder plain = new StringBuilder();
        text.codePoints()
                .forEach(letter ->
                        plain.append(controls(letter) ? "\\u%04x".formatted(letter) : Character.toString(letter)));
        return plain.toString();
    }

    /** The same, of at most so many characters; a cut one ends with an ellipsis. */
    public static String of(String text, int most) {
        String plain = of(text.length() > most ? text.substring(0, most) : text);
        boolean cut = text.length() > most || plain.length() > most;
        return cut ? plain.substring(0, Math.min(plain.length(), most - 1)) + "…" : plain;
    }

    private static boolean controls(int letter) {
        return switch (Character.getType(letter)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}

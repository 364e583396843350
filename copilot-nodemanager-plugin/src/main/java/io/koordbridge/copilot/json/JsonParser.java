package io.koordbridge.copilot.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses a whole text into maps, lists, strings, longs, doubles, booleans and null. Strict: nothing may follow the value, names in an
 * object are unique, depth and length are bounded.
 */
public final class JsonParser {
    private static final int MAX_LENGTH = 1 << 20;
    private static final int MAX_DEPTH = 32;

    private final String text;
    private int at;

    private JsonParser(String text) {
        this.text = text;
    }

    /** Any value. */
    public static @Nullable Object parse(String text) throws JsonException {
        if (text.length() > MAX_LENGTH) {
            throw new JsonException("longer than " + MAX_LENGTH + " characters");
        }
        JsonParser parser = new JsonParser(text);
        Object value = parser.value(0);
        parser.skipSpace();
        if (parser.at != text.length()) {
            throw parser.bad("end of text");
        }
        return value;
    }

    /** An object. */
    public static JsonObject parseObject(String text) throws JsonException {
        Object value = parse(text);
        if (!(value instanceof Map)) {
            throw new JsonException("expected an object");
        }
        return JsonObject.of((Map<?, ?>) value);
    }

    private @Nullable Object value(int depth) throws JsonException {
        if (depth > MAX_DEPTH) {
            throw new JsonException("nested deeper than " + MAX_DEPTH);
        }
        skipSpace();
        switch (peek()) {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"':
                return string();
            case 't':
                return word("true", true);
            case 'f':
                return word("false", false);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, @Nullable Object> object(int depth) throws JsonException {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        expect('{');
        skipSpace();
        if (accept('}')) {
            return members;
        }
        do {
            skipSpace();
            String name = string();
            if (members.containsKey(name)) {
                throw new JsonException("name " + name + " is there twice");
            }
            skipSpace();
            expect(':');
            members.put(name, value(depth + 1));
            skipSpace();
        } while (accept(','));
        expect('}');
        return members;
    }

    private List<@Nullable Object> array(int depth) throws JsonException {
        List<@Nullable Object> elements = new ArrayList<>();
        expect('[');
        skipSpace();
        if (accept(']')) {
            return elements;
        }
        do {
            elements.add(value(depth + 1));
            skipSpace();
        } while (accept(','));
        expect(']');
        return elements;
    }

    private String string() throws JsonException {
        StringBuilder result = new StringBuilder();
        expect('"');
        while (!accept('"')) {
            char c = next();
            if (c < 0x20) {
                throw bad("no control character in a string");
            }
            result.append(c == '\\' ? escaped() : c);
        }
        return result.toString();
    }

    private char escaped() throws JsonException {
        char c = next();
        switch (c) {
            case '"':
            case '\\':
            case '/':
                return c;
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                return unicode();
            default:
                throw bad("an escape sequence");
        }
    }

    private char unicode() throws JsonException {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(next(), 16);
            if (digit < 0) {
                throw bad("four hexadecimal digits");
            }
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private Number number() throws JsonException {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(start, at);
        if (!digits.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
            at = start;
            throw bad("a value");
        }
        if (digits.matches("-?[0-9]{1,18}")) {
            return Long.valueOf(digits);
        }
        return Double.valueOf(digits);
    }

    private @Nullable Object word(String word, @Nullable Object value) throws JsonException {
        if (!text.startsWith(word, at)) {
            throw bad("a value");
        }
        at += word.length();
        return value;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() throws JsonException {
        if (at >= text.length()) {
            throw bad("a value");
        }
        return text.charAt(at);
    }

    private char next() throws JsonException {
        if (at >= text.length()) {
            throw bad("the rest of a string");
        }
        return text.charAt(at++);
    }

    private boolean accept(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) throws JsonException {
        if (!accept(c)) {
            throw bad("'" + c + "'");
        }
    }

    private JsonException bad(String expected) {
        return new JsonException("expected " + expected + " at character " + at);
    }
}

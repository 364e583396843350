package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.PureCore;

/** Numbers in the bytes of a small file, without a text in between. Bad contents raise IllegalArgumentException. */
@PureCore
public final class ByteParser {

    private static final int DECIMAL = 10;
    private static final long LARGEST_TENTH = Long.MAX_VALUE / DECIMAL;

    private ByteParser() {}

    /** The number that is the whole content. */
    public static long number(byte[] bytes, int length) {
        int start = skipBlanks(bytes, 0, length);
        int end = wordEnd(bytes, start, length);
        if (skipBlanks(bytes, end, length) != length) {
            throw new IllegalArgumentException("more than one word");
        }
        return number(bytes, start, end);
    }

    /** The number behind a word at the begin of a line. */
    public static long valueOf(byte[] bytes, int length, byte[] key) {
        int line = 0;
        while (line < length) {
            int end = lineEnd(bytes, line, length);
            if (isKey(bytes, line, length, key)) {
                return secondWord(bytes, line + key.length, length);
            }
            line = end + 1;
        }
        throw new IllegalArgumentException(
                "no line '" + new String(key, java.nio.charset.StandardCharsets.US_ASCII) + "'");
    }

    /** Whether a line begins with a word. */
    static boolean isKey(byte[] bytes, int line, int length, byte[] key) {
        int end = line + key.length;
        return end < length && bytes[line] == key[0] && isSpace(bytes[end]) && startsWith(bytes, line, key);
    }

    /** The number behind the first word of a line; nothing of the next line. */
    static long secondWord(byte[] bytes, int firstEnd, int length) {
        int start = firstEnd;
        while (start < length && isSpace(bytes[start])) {
            start++;
        }
        return number(bytes, start, wordEnd(bytes, start, length));
    }

    private static boolean isSpace(byte one) {
        return one == ' ' || one == '\t' || one == '\r';
    }

    /** How many numbers a list like {@code 0-3,8} names. */
    public static int listSize(byte[] bytes, int length) {
        int size = 0;
        int at = skipBlanks(bytes, 0, length);
        int end = wordEnd(bytes, at, length);
        while (at < end) {
            int comma = find(bytes, ',', at, end);
            size += rangeSize(bytes, at, comma);
            at = comma + 1;
        }
        return size;
    }

    private static int rangeSize(byte[] bytes, int start, int end) {
        int dash = find(bytes, '-', start, end);
        long from = number(bytes, start, dash);
        long to = dash == end ? from : number(bytes, dash + 1, end);
        if (to < from || to - from > Short.MAX_VALUE) {
            throw new IllegalArgumentException("no list of CPUs");
        }
        return (int) (to - from) + 1;
    }

    private static int find(byte[] bytes, char wanted, int start, int end) {
        int at = start;
        while (at < end && bytes[at] != wanted) {
            at++;
        }
        return at;
    }

    /** Number of the word at a position of a line, counted from 0. */
    public static long word(byte[] bytes, int lineStart, int lineEnd, int index) {
        int start = skipBlanks(bytes, lineStart, lineEnd);
        for (int i = 0; i < index; i++) {
            start = skipBlanks(bytes, wordEnd(bytes, start, lineEnd), lineEnd);
        }
        return number(bytes, start, wordEnd(bytes, start, lineEnd));
    }

    /** End of a line without its newline. */
    public static int lineEnd(byte[] bytes, int from, int length) {
        int end = from;
        while (end < length && bytes[end] != '\n') {
            end++;
        }
        return end;
    }

    private static boolean startsWith(byte[] bytes, int at, byte[] key) {
        for (int i = 0; i < key.length; i++) {
            if (bytes[at + i] != key[i]) {
                return false;
            }
        }
        return true;
    }

    private static long number(byte[] bytes, int start, int end) {
        boolean negative = start < end && bytes[start] == '-';
        int at = negative ? start + 1 : start;
        if (at >= end) {
            throw new IllegalArgumentException("no number");
        }
        long value = 0;
        for (; at < end; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit >= DECIMAL || value > LARGEST_TENTH) {
                throw new IllegalArgumentException("no whole number");
            }
            value = value * DECIMAL + digit;
        }
        if (value < 0) {
            throw new IllegalArgumentException("number too large");
        }
        return negative ? -value : value;
    }

    private static int skipBlanks(byte[] bytes, int from, int length) {
        int at = from;
        while (at < length && isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    private static int wordEnd(byte[] bytes, int from, int length) {
        int at = from;
        while (at < length && !isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    private static boolean isBlank(byte one) {
        return one == ' ' || one == '\n' || one == '\t' || one == '\r';
    }
}

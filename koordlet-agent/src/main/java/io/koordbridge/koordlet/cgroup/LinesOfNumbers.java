package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.PureCore;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Numbers behind some words of a long file, found in one pass that ends at the last of them. Bad contents raise IllegalArgumentException. */
@PureCore
final class LinesOfNumbers {

    private final byte[][] keys;

    /**
     * Words at the begin of a line, each once in a file.
     *
     * @param keys no more than a long has bits
     */
    LinesOfNumbers(List<String> keys) {
        if (keys.size() >= Long.SIZE) {
            throw new IllegalArgumentException("invalid keys: " + keys.size() + ", want fewer than " + Long.SIZE);
        }
        this.keys = keys.stream()
                .map(key -> key.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
    }

    /**
     * Reads all of them.
     *
     * @param values of the words in their order; filled
     * @return how many lines were looked at
     */
    int read(byte[] bytes, int length, long[] values) {
        long wanted = (1L << keys.length) - 1;
        int lines = 0;
        int line = 0;
        while (wanted != 0 && line < length) {
            lines++;
            int key = keyOf(bytes, line, length, wanted);
            if (key >= 0) {
                values[key] = ByteParser.secondWord(bytes, line + keys[key].length, length);
                wanted &= ~(1L << key);
            }
            line = ByteParser.lineEnd(bytes, line, length) + 1;
        }
        if (wanted != 0) {
            String missing = new String(keys[Long.numberOfTrailingZeros(wanted)], StandardCharsets.US_ASCII);
            throw new IllegalArgumentException("no line '" + missing + "'");
        }
        return lines;
    }

    private int keyOf(byte[] bytes, int line, int length, long wanted) {
        for (int i = 0; i < keys.length; i++) {
            if ((wanted & (1L << i)) != 0 && ByteParser.isKey(bytes, line, length, keys[i])) {
                return i;
            }
        }
        return -1;
    }
}

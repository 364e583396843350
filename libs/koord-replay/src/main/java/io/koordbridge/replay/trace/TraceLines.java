package io.koordbridge.replay.trace;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Lines of a stream, compressed or not, none of them longer than a limit. */
final class TraceLines {

    static final int LONGEST = 1024;

    private static final int BUFFER = 1 << 16;
    private static final int MAGIC_FIRST = 0x1f;
    private static final int MAGIC_SECOND = 0x8b;

    private final Reader reader;
    private final char[] buffer = new char[BUFFER];
    private final StringBuilder line = new StringBuilder(LONGEST);
    private int position;
    private int filled;
    private long number;

    TraceLines(InputStream stream) throws IOException {
        reader = new InputStreamReader(decompressed(stream), StandardCharsets.UTF_8);
    }

    private static InputStream decompressed(InputStream stream) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(stream, BUFFER);
        buffered.mark(2);
        boolean compressed = buffered.read() == MAGIC_FIRST && buffered.read() == MAGIC_SECOND;
        buffered.reset();
        return compressed ? new GZIPInputStream(buffered, BUFFER) : buffered;
    }

    /** Number of the last line, from 1. */
    long number() {
        return number;
    }

    /** The next line without its end; null after the last one. */
    @Nullable
    String next() throws IOException {
        line.setLength(0);
        number++;
        while (true) {
            if (position == filled) {
                position = 0;
                filled = reader.read(buffer);
                if (filled <= 0) {
                    filled = 0;
                    return line.isEmpty() ? null : ended();
                }
            }
            char c = buffer[position++];
            if (c == '\n') {
                return ended();
            }
            if (line.length() == LONGEST) {
                throw new TraceFormatException(number, "longer than " + LONGEST + " characters");
            }
            line.append(c);
        }
    }

    private String ended() {
        int length = line.length();
        if (length > 0 && line.charAt(length - 1) == '\r') {
            line.setLength(length - 1);
        }
        return line.toString();
    }
}

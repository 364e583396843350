package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Cuts the body of a watch into frames. Read by one thread. */
final class WatchFrames implements AsyncBody.Consumer<List<ByteBuffer>> {

    private static final int LENGTH_BYTES = 4;
    private static final int LONGEST_FRAME = 16 << 20;

    private final BodyParts parts = new BodyParts();
    private final Framing framing;
    private byte[] buffer = new byte[0];
    private int searched;

    WatchFrames(Framing framing) {
        this.framing = framing;
    }

    /** How frames follow each other. */
    enum Framing {
        /** Four bytes of length, then as many bytes. */
        LENGTH_FIRST,
        /** Each ends with a line feed. */
        LINES
    }

    @Override
    public void consume(List<ByteBuffer> value, AsyncBody from) throws InterruptedException {
        parts.consume(value, from);
    }

    /** The body whose parts arrive here. */
    void begin(AsyncBody started) {
        parts.begin(started);
    }

    /**
     * The next frame.
     *
     * @return empty when the watch has ended, or nothing came for so long that the connection counts as dead
     */
    Optional<byte[]> next(Duration silence) throws InterruptedException {
        for (Optional<byte[]> frame = cut(); ; frame = cut()) {
            if (frame.isPresent()) {
                return frame;
            }
            byte @Nullable [] part = parts.next(silence);
            if (part == null) {
                return Optional.empty();
            }
            append(part);
        }
    }

    private void append(byte[] part) {
        byte[] joined = Arrays.copyOf(buffer, buffer.length + part.length);
        System.arraycopy(part, 0, joined, buffer.length, part.length);
        buffer = joined;
    }

    private Optional<byte[]> cut() {
        return framing == Framing.LINES ? cutLine() : cutCounted();
    }

    private Optional<byte[]> cutCounted() {
        if (buffer.length < LENGTH_BYTES) {
            return Optional.empty();
        }
        int length = ByteBuffer.wrap(buffer).getInt();
        requireBearable(length);
        return buffer.length < LENGTH_BYTES + length
                ? Optional.empty()
                : Optional.of(taken(LENGTH_BYTES, LENGTH_BYTES + length, LENGTH_BYTES + length));
    }

    private Optional<byte[]> cutLine() {
        while (searched < buffer.length && buffer[searched] != '\n') {
            searched++;
        }
        requireBearable(searched);
        if (searched == buffer.length) {
            return Optional.empty();
        }
        byte[] line = taken(0, searched, searched + 1);
        searched = 0;
        return Optional.of(line);
    }

    private static void requireBearable(int length) {
        if (length < 0 || length > LONGEST_FRAME) {
            throw new IllegalStateException("a watch frame of " + length + " bytes");
        }
    }

    /** Part of the buffer; what follows the cut stays. */
    private byte[] taken(int from, int to, int cut) {
        byte[] frame = Arrays.copyOfRange(buffer, from, to);
        buffer = Arrays.copyOfRange(buffer, cut, buffer.length);
        return frame;
    }
}

package io.koordbridge.manager.webhook;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;

/**
 * Reads a body without a waiting thread and holds at most a limit of it. A body that is moderately larger is read away before
 * it is refused: a sender that is cut off while it writes sees a reset connection instead of the reason.
 */
final class BoundedBody implements Runnable {

    /** A body of more than so many limits is not worth reading away. */
    private static final long DISCARD_FACTOR = 8;

    private final Content.Source source;
    private final int maxBytes;
    private final Outcome outcome;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private long seen;

    private BoundedBody(Content.Source source, int maxBytes, Outcome outcome) {
        this.source = source;
        this.maxBytes = maxBytes;
        this.outcome = outcome;
    }

    /**
     * What becomes of the body; exactly one is called, once.
     *
     * @param tooLarge the body is longer than allowed
     */
    record Outcome(Consumer<byte[]> body, Runnable tooLarge, Consumer<Throwable> unreadable) {}

    static void read(Content.Source source, int maxBytes, Outcome outcome) {
        if (source.getLength() > DISCARD_FACTOR * maxBytes) {
            outcome.tooLarge().run();
        } else {
            new BoundedBody(source, maxBytes, outcome).run();
        }
    }

    @Override
    public void run() {
        Content.Chunk chunk = source.read();
        while (chunk != null) {
            if (Content.Chunk.isFailure(chunk)) {
                outcome.unreadable().accept(chunk.getFailure());
                return;
            }
            take(chunk.getByteBuffer());
            boolean last = chunk.isLast();
            chunk.release();
            if (last || seen > DISCARD_FACTOR * maxBytes) {
                end();
                return;
            }
            chunk = source.read();
        }
        source.demand(this);
    }

    private void take(ByteBuffer bytes) {
        seen += bytes.remaining();
        if (seen <= maxBytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            held.writeBytes(copy);
        }
    }

    private void end() {
        if (seen > maxBytes) {
            outcome.tooLarge().run();
        } else {
            outcome.body().accept(held.toByteArray());
        }
    }
}

package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The body of an answer in the parts that arrive. Read by one thread. */
final class BodyParts implements AsyncBody.Consumer<List<ByteBuffer>> {

    /** How long an ended body can stay unnoticed. */
    private static final long POLL_NANOS = 500_000_000L;

    /** One part at a time: the server is slowed down instead of memory filled up. */
    private final BlockingQueue<byte[]> parts = new ArrayBlockingQueue<>(1);

    private boolean needsMore;
    private @Nullable AsyncBody body;

    @Override
    public void consume(List<ByteBuffer> value, AsyncBody from) throws InterruptedException {
        int size = value.stream().mapToInt(ByteBuffer::remaining).sum();
        ByteBuffer part = ByteBuffer.allocate(size);
        value.forEach(part::put);
        parts.put(part.array());
    }

    /** The body whose parts arrive here. */
    void begin(AsyncBody started) {
        body = started;
        started.consume();
    }

    /**
     * The next part.
     *
     * @return null when the body has ended, or nothing came for so long that the connection counts as dead
     */
    byte @Nullable [] next(Duration silence) throws InterruptedException {
        AsyncBody from = body;
        if (from == null) {
            return null;
        }
        if (needsMore) {
            // Not before the last part is handled: whoever gives the body up because of it must not meet a read of it.
            needsMore = false;
            from.consume();
        }
        long deadline = System.nanoTime() + silence.toNanos();
        while (true) {
            byte @Nullable [] part =
                    parts.poll(Math.min(POLL_NANOS, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (part != null) {
                needsMore = true;
                return part;
            }
            if ((from.done().isDone() && parts.isEmpty()) || System.nanoTime() >= deadline) {
                return null;
            }
        }
    }
}

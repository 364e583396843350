package io.koordbridge.page.stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Writes a document as server-sent events: at first all of it, then each period what has changed. An event is sent even if nothing
 * has, so that both sides notice a broken connection.
 */
public final class LiveStream {

    private final ObjectMapper json;
    private final Duration period;
    private final Duration lifetime;
    private final CountDownLatch closed = new CountDownLatch(1);

    /**
     * Streams of a process.
     *
     * @param period between two events
     * @param lifetime after which a stream ends, so that the reader's rights are checked again when it comes back
     */
    public LiveStream(ObjectMapper json, Duration period, Duration lifetime) {
        this.json = json;
        this.period = period;
        this.lifetime = lifetime;
    }

    /**
     * Writes until the lifetime is over or all streams are closed.
     *
     * @throws IOException when the reader has gone
     */
    public void write(Supplier<ObjectNode> document, OutputStream out) throws IOException {
        long end = System.nanoTime() + lifetime.toNanos();
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        do {
            ObjectNode fresh = document.get();
            out.write(("data: " + json.writeValueAsString(MergePatch.between(shown, fresh)) + "\n\n")
                    .getBytes(StandardCharsets.UTF_8));
            out.flush();
            shown = fresh;
        } while (!closedWithin(period) && System.nanoTime() - end < 0);
    }

    private boolean closedWithin(Duration time) {
        try {
            return closed.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Ends all streams, and those that are opened from now on after their first event. */
    public void close() {
        closed.countDown();
    }
}

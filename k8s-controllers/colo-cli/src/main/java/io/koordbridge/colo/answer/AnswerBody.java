package io.koordbridge.colo.answer;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer as it arrives. Reading ends with an error at a deadline, however the bytes drip, and above a size. The stream of the JDK's
 * client waits without end. One thread reads.
 */
public final class AnswerBody extends InputStream implements BodySubscriber<InputStream> {
    private static final int BYTE = 0xff;

    private final long deadline;
    private final long most;
    private final BlockingQueue<Part> parts = new LinkedBlockingQueue<>();
    private volatile Flow.@Nullable Subscription subscription;
    private Part current = new Part(List.of(), false, null);
    private int at;
    private long taken;

    /**
     * Nothing has arrived.
     *
     * @param deadline of the last byte, by {@link System#nanoTime}
     * @param most bytes
     */
    public AnswerBody(long deadline, long most) {
        this.deadline = deadline;
        this.most = most;
    }

    /**
     * What arrives at once.
     *
     * @param last whether nothing follows
     * @param problem what broke; null for nothing
     */
    private record Part(
            List<ByteBuffer> buffers,
            boolean last,
            @Nullable Throwable problem) {}

    /** A body that is larger than allowed. */
    public static final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1L;

        private TooLargeException(String message) {
            super(message);
        }
    }

    @Override
    public CompletionStage<InputStream> getBody() {
        return CompletableFuture.completedStage(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        parts.add(new Part(buffers, false, null));
    }

    @Override
    public void onError(Throwable problem) {
        parts.add(new Part(List.of(), true, problem));
    }

    @Override
    public void onComplete() {
        parts.add(new Part(List.of(), true, null));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & BYTE;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        ByteBuffer buffer = filled();
        if (buffer == null) {
            return -1;
        }
        int count = Math.min(length, buffer.remaining());
        buffer.get(target, from, count);
        taken += count;
        if (taken > most) {
            close();
            throw new TooLargeException("an answer of more than " + (most >> 20) + " MiB");
        }
        return count;
    }

    /** Null at the end. */
    private @Nullable ByteBuffer filled() throws IOException {
        while (true) {
            while (at < current.buffers().size()) {
                ByteBuffer buffer = current.buffers().get(at);
                if (buffer.hasRemaining()) {
                    return buffer;
                }
                at++;
            }
            Throwable problem = current.problem();
            if (problem != null) {
                throw new IOException(String.valueOf(problem.getMessage()), problem);
            }
            if (current.last()) {
                return null;
            }
            next();
        }
    }

    private void next() throws IOException {
        try {
            Part part = parts.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (part == null) {
                close();
                throw new HttpTimeoutException("the answer did not end in time");
            }
            current = part;
            at = 0;
            Flow.Subscription open = subscription;
            if (!part.last() && open != null) {
                open.request(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
            throw new IOException("interrupted", e);
        }
    }

    /** Ends the connection when the answer has not ended. */
    @Override
    public void close() {
        Flow.Subscription open = subscription;
        if (open != null) {
            open.cancel();
        }
    }
}

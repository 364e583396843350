package io.koordbridge.manager.server.webhook;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Content;

/**
 * Reads a body without a waiting thread and holds at most a limit of it, for a limited time. A body that is moderately larger is
 * read away before it is refused: a sender that is cut off while it writes sees a reset connection instead of the reason.
 */
final class BoundedBody implements Runnable {

    /** The longest time that the API server gives to a webhook. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A body of more than so many limits is not worth reading away. */
    private static final long DISCARD_FACTOR = 8;

    private final Content.Source source;
    private final Limits limits;
    private final Outcome outcome;
    private final long begunNanos;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private long seen;

    private BoundedBody(Content.Source source, Limits limits, Outcome outcome) {
        this.source = source;
        this.limits = limits;
        this.outcome = outcome;
        this.begunNanos = limits.nanoTime().getAsLong();
    }

    /** Why a body is not taken. */
    enum Refusal {
        /** It is longer than allowed. */
        TOO_LARGE,
        /** Too much of others is held. */
        CROWDED,
        /** It does not end. */
        SLOW
    }

    /**
     * What a body may take.
     *
     * @param maxBytes of one body
     * @param budget of all bodies together; a body counts until it has been worked on
     */
    record Limits(int maxBytes, BodyBudget budget, LongSupplier nanoTime) {}

    /**
     * What becomes of the body; exactly one is called, once.
     *
     * @param body gets it, and runs the other once it holds it no more
     */
    record Outcome(BiConsumer<byte[], Runnable> body, Consumer<Refusal> refused, Consumer<Throwable> unreadable) {}

    static void read(Content.Source source, Limits limits, Outcome outcome) {
        if (source.getLength() > DISCARD_FACTOR * limits.maxBytes()) {
            outcome.refused().accept(Refusal.TOO_LARGE);
        } else {
            new BoundedBody(source, limits, outcome).run();
        }
    }

    @Override
    public void run() {
        Content.Chunk chunk = source.read();
        while (chunk != null) {
            if (Content.Chunk.isFailure(chunk)) {
                drop();
                outcome.unreadable().accept(chunk.getFailure());
                return;
            }
            boolean taken = take(chunk.getByteBuffer());
            boolean last = chunk.isLast();
            chunk.release();
            if (!taken) {
                refuse(Refusal.CROWDED);
                return;
            }
            if (last || seen > DISCARD_FACTOR * limits.maxBytes()) {
                end();
                return;
            }
            chunk = source.read();
        }
        if (limits.nanoTime().getAsLong() - begunNanos > PATIENCE.toNanos()) {
            refuse(Refusal.SLOW);
        } else {
            source.demand(this);
        }
    }

    private boolean take(ByteBuffer bytes) {
        int length = bytes.remaining();
        seen += length;
        if (seen > limits.maxBytes()) {
            drop();
            return true;
        }
        if (!limits.budget().take(held.size(), length)) {
            return false;
        }
        byte[] copy = new byte[length];
        bytes.get(copy);
        held.writeBytes(copy);
        return true;
    }

    private void end() {
        if (seen > limits.maxBytes()) {
            refuse(Refusal.TOO_LARGE);
            return;
        }
        outcome.body().accept(held.toByteArray(), this::drop);
    }

    private void refuse(Refusal reason) {
        drop();
        outcome.refused().accept(reason);
    }

    private void drop() {
        limits.budget().give(held.size());
        held.reset();
    }
}

package io.koordbridge.manager.server.webhook;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
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
    /** Whether its outcome is known. Guarded by this, as what is held: a faster body may end this one. */
    private boolean decided;

    BoundedBody(Content.Source source, Limits limits, Outcome outcome) {
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
     * @param budget of all bodies together; a body counts until it has been worked on, and one that does not end makes room for others
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
                Throwable failure = chunk.getFailure();
                decide(() -> outcome.unreadable().accept(failure));
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
        } else if (!isDecided()) {
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
        while (!limits.budget().take(this, length)) {
            Optional<BoundedBody> slower = limits.budget().longestUnfinished(this);
            if (slower.isEmpty()) {
                return false;
            }
            slower.get().refuse(Refusal.CROWDED);
        }
        byte[] copy = new byte[length];
        bytes.get(copy);
        hold(copy);
        return true;
    }

    /** Another body may have taken the place of this one meanwhile. */
    private synchronized void hold(byte[] bytes) {
        if (decided) {
            limits.budget().give(this);
        } else {
            held.writeBytes(bytes);
        }
    }

    private void end() {
        if (seen > limits.maxBytes()) {
            refuse(Refusal.TOO_LARGE);
        } else if (claim()) {
            limits.budget().ended(this);
            outcome.body().accept(held.toByteArray(), this::drop);
        }
    }

    private void refuse(Refusal reason) {
        decide(() -> outcome.refused().accept(reason));
    }

    private void decide(Runnable tell) {
        if (claim()) {
            drop();
            tell.run();
        }
    }

    private synchronized boolean claim() {
        boolean first = !decided;
        decided = true;
        return first;
    }

    private synchronized boolean isDecided() {
        return decided;
    }

    private synchronized void drop() {
        limits.budget().give(this);
        held.reset();
    }
}

package io.koordbridge.kube.listwatch;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The body of an answer that is read while it arrives; what was not read is given up at the end. */
final class BodyStream extends InputStream {

    private static final int END = -1;

    private final BodyParts parts;
    private final AsyncBody body;
    private final Duration silence;
    private byte[] part = new byte[0];
    private int at;

    /**
     * A body that begins to arrive.
     *
     * @param parts was handed to the client together with the request
     * @param silence after which the connection counts as dead
     */
    BodyStream(BodyParts parts, AsyncBody body, Duration silence) {
        this.parts = parts;
        this.body = body;
        this.silence = silence;
        parts.begin(body);
    }

    @Override
    public int read() throws IOException {
        return ahead() ? part[at++] & 0xff : END;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (!ahead()) {
            return END;
        }
        int taken = Math.min(length, part.length - at);
        System.arraycopy(part, at, into, from, taken);
        at += taken;
        return taken;
    }

    /** Whether there is a byte to read. */
    private boolean ahead() throws IOException {
        while (at == part.length) {
            byte @Nullable [] next = await();
            if (next == null) {
                return false;
            }
            part = next;
            at = 0;
        }
        return true;
    }

    private byte @Nullable [] await() throws IOException {
        try {
            byte @Nullable [] next = parts.next(silence);
            if (next == null) {
                requireWhole();
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted in the middle of an answer");
        }
    }

    private void requireWhole() throws IOException {
        if (!body.done().isDone()) {
            throw new IOException("no more data came within " + silence.toSeconds() + " s");
        }
        try {
            body.done().join();
        } catch (CompletionException e) {
            throw new IOException("an answer broke off", e.getCause());
        }
    }

    @Override
    public void close() {
        body.cancel();
    }
}

package io.koordbridge.scheduler.extender;

import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;

/**
 * Reads request bodies up to a size and a time; what exceeds either is refused. All that are held at once have a limit, too: what
 * becomes of a body is many times as large.
 */
final class BoundedBody {

    private static final int CHUNK_BYTES = 16 * 1024;

    /** Of the largest request, which may be held alone, all that are held at once may have this part. */
    private static final int PART_FOR_ALL = 4;

    /** Smaller ones are always read: as many as there are threads do not matter. */
    private static final int SMALL_BYTES = 64 * 1024;

    private final AtomicLong held = new AtomicLong();

    private final long maxBytes;
    private final Duration timeout;
    private final LongSupplier nanoTime;

    BoundedBody(long maxBytes, Duration timeout, LongSupplier nanoTime) {
        this.maxBytes = maxBytes;
        this.timeout = timeout;
        this.nanoTime = nanoTime;
    }

    /** A body that counts as held until it is closed. */
    final class Held implements AutoCloseable {

        private final byte[] bytes;

        private Held(byte[] bytes) {
            this.bytes = bytes;
        }

        byte[] bytes() {
            return bytes;
        }

        @Override
        public void close() {
            held.addAndGet(-bytes.length);
        }
    }

    /**
     * The body of a request. Connections may idle for long between requests, but a body that stops arriving must not hold
     * its thread that long.
     */
    Held read(HttpServletRequest request) {
        EndPoint connection = ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
        long idleMillis = connection.getIdleTimeout();
        connection.setIdleTimeout(timeout.toMillis());
        try {
            return read(request.getInputStream());
        } catch (IOException brokenOff) {
            throw new BadRequestException(
                    BadRequestException.TOO_SLOW, "the request did not arrive completely: " + brokenOff.getMessage());
        } finally {
            connection.setIdleTimeout(idleMillis);
        }
    }

    Held read(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        boolean whole = false;
        try {
            fill(body, in);
            whole = true;
            return new Held(body.toByteArray());
        } finally {
            if (!whole) {
                held.addAndGet(-body.size());
            }
        }
    }

    private void fill(ByteArrayOutputStream body, InputStream in) throws IOException {
        long start = nanoTime.getAsLong();
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
            body.write(chunk, 0, count);
            long all = held.addAndGet(count);
            if (body.size() > maxBytes) {
                throw new BadRequestException(
                        BadRequestException.TOO_LARGE, "the request is larger than " + maxBytes + " bytes");
            }
            if (body.size() > SMALL_BYTES && all > maxBytes / PART_FOR_ALL && all > body.size()) {
                throw new BadRequestException(
                        BadRequestException.TOO_MANY, "other requests take the memory for large ones, try again");
            }
            if (nanoTime.getAsLong() - start > timeout.toNanos()) {
                throw new BadRequestException(
                        BadRequestException.TOO_SLOW, "the request did not arrive within " + timeout);
            }
        }
    }
}

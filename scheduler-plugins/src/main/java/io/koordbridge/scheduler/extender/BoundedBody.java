package io.koordbridge.scheduler.extender;

import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;

/** Reads a request body up to a size and a time; what exceeds either is refused. */
final class BoundedBody {

    private static final int CHUNK_BYTES = 16 * 1024;

    private final long maxBytes;
    private final Duration timeout;
    private final LongSupplier nanoTime;

    BoundedBody(long maxBytes, Duration timeout, LongSupplier nanoTime) {
        this.maxBytes = maxBytes;
        this.timeout = timeout;
        this.nanoTime = nanoTime;
    }

    /**
     * The body of a request. Connections may idle for long between requests, but a body that stops arriving must not hold
     * its thread that long.
     */
    byte[] read(HttpServletRequest request) {
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

    byte[] read(InputStream in) throws IOException {
        long start = nanoTime.getAsLong();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
            body.write(chunk, 0, count);
            if (body.size() > maxBytes) {
                throw new BadRequestException(
                        BadRequestException.TOO_LARGE, "the request is larger than " + maxBytes + " bytes");
            }
            if (nanoTime.getAsLong() - start > timeout.toNanos()) {
                throw new BadRequestException(
                        BadRequestException.TOO_SLOW, "the request did not arrive within " + timeout);
            }
        }
        return body.toByteArray();
    }
}

package io.koordbridge.copilot.http;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves a handler to processes of this machine. */
public final class LocalHttpServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LocalHttpServer.class);
    private static final int OK = 200;
    private static final int WORKERS = 4;
    private static final int WAITING = 32;
    private static final long EXCHANGE_SECONDS = 5;

    private final ServerTransport transport;
    private final HttpHandler handler;
    private final ServerSocketChannel server;
    private final ThreadPoolExecutor workers;
    private final ScheduledExecutorService deadlines;

    private LocalHttpServer(ServerTransport transport, HttpHandler handler) throws IOException {
        this.transport = transport;
        this.handler = handler;
        this.server = transport.open();
        this.workers = new ThreadPoolExecutor(
                WORKERS, WORKERS, 30, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING), daemons("copilot-http"));
        this.workers.allowCoreThreadTimeOut(true);
        this.deadlines = Executors.newSingleThreadScheduledExecutor(daemons("copilot-http-deadline"));
    }

    /** On a unix socket where this Java has them; only these callers may change anything. */
    public static LocalHttpServer unixSocket(Path socket, Callers callers, HttpHandler handler) throws IOException {
        return started(new UnixSocketTransport(socket, callers), handler);
    }

    /** On loopback with a token file beside {@code socket}; port 0 takes any. */
    public static LocalHttpServer loopback(Path socket, int port, HttpHandler handler) throws IOException {
        return started(new LoopbackTransport(socket, port), handler);
    }

    public static boolean unixSocketsSupported() {
        return UnixSocketTransport.supported();
    }

    public String address() {
        return transport.address();
    }

    /** How containers of the NodeManager's own user could use it to end others; empty when they cannot. */
    public String openTo() {
        return transport.openTo();
    }

    /** False when it cannot be reached any more and should be replaced. */
    public boolean serving() {
        return server.isOpen() && transport.intact();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            log.debug("Closing the server socket failed", e);
        }
        transport.close();
        workers.shutdownNow();
        deadlines.shutdownNow();
    }

    private static LocalHttpServer started(ServerTransport transport, HttpHandler handler) throws IOException {
        LocalHttpServer created = new LocalHttpServer(transport, handler);
        daemons("copilot-accept").newThread(created::acceptAll).start();
        return created;
    }

    private void acceptAll() {
        while (server.isOpen()) {
            try {
                submit(server.accept());
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                // Out of file descriptors, for example. Whoever started the server sees that it serves no more, and
                // starts another.
                log.warn("Accepting connections failed address={}", address(), e);
                close();
            }
        }
    }

    private void submit(SocketChannel connection) {
        try {
            workers.execute(() -> serve(connection));
        } catch (RejectedExecutionException e) {
            // Busy or closing: the caller sees a closed connection and tries again later.
            close(connection);
        }
    }

    private void serve(SocketChannel connection) {
        Future<?> deadline = deadlines.schedule(() -> close(connection), EXCHANGE_SECONDS, TimeUnit.SECONDS);
        try {
            HttpResponse response = answer(connection);
            ByteBuffer bytes = ByteBuffer.wrap(response.bytes());
            while (bytes.hasRemaining()) {
                connection.write(bytes);
            }
            if (response.status() != OK) {
                drain(connection);
            }
        } catch (EOFException | ClosedChannelException e) {
            log.debug("Connection ended early", e);
        } catch (IOException e) {
            log.debug("Connection failed", e);
        } finally {
            deadline.cancel(false);
            close(connection);
        }
    }

    /** Closing with bytes unread would reset the connection and could cost the caller the answer that says what was wrong. */
    private static void drain(SocketChannel connection) throws IOException {
        connection.shutdownOutput();
        ByteBuffer rest = ByteBuffer.allocate(8 * 1024);
        for (int read = 0; read >= 0; read = connection.read(rest)) {
            rest.clear();
        }
    }

    /** Nothing a request or a handler does may end a worker, much less the NodeManager. */
    private HttpResponse answer(SocketChannel connection) throws IOException {
        try {
            HttpRequest request = new HttpRequestReader(Channels.newInputStream(connection)).read();
            if (!authorized(request)) {
                return HttpResponse.error(401, "bearer token missing or wrong");
            }
            String refusal = request.method().equals("GET") ? null : transport.refusal(connection);
            return refusal == null ? handler.handle(request) : HttpResponse.error(403, refusal);
        } catch (BadRequestException e) {
            return e.response();
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            log.error("Request failed", e);
            return HttpResponse.error(500, e.toString());
        }
    }

    private boolean authorized(HttpRequest request) {
        String token = transport.token();
        if (token == null) {
            return true;
        }
        String given = request.header("authorization");
        return given != null
                && MessageDigest.isEqual(
                        given.getBytes(StandardCharsets.UTF_8), ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
    }

    private static void close(SocketChannel connection) {
        try {
            connection.close();
        } catch (IOException e) {
            log.debug("Closing a connection failed", e);
        }
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }
}

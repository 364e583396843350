package io.koordbridge.it.operator;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stands between a client and a server and can turn every byte of the server's answers into garbage. */
final class GarblingProxy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GarblingProxy.class);

    private final InetSocketAddress target;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean garbles;

    GarblingProxy(InetSocketAddress target) {
        this.target = target;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start("accept", this::accept);
    }

    /** {@code host:port} for clients. */
    String address() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    /** Whether answers are garbage from now on, those under way included. */
    void garbles(boolean on) {
        garbles = on;
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, "garbling-proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                connect(server.accept());
            } catch (IOException e) {
                LOG.debug("not connected", e);
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket real = new Socket();
        try {
            real.connect(target, 2_000);
        } catch (IOException e) {
            client.close();
            throw e;
        }
        open.add(client);
        open.add(real);
        start("questions", () -> pump(client, real, false));
        start("answers", () -> pump(real, client, true));
    }

    private void pump(Socket from, Socket to, boolean answers) {
        Random random = new Random(42);
        byte[] part = new byte[8192];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(part); count >= 0; count = in.read(part)) {
                byte[] garbage = new byte[count];
                random.nextBytes(garbage);
                out.write(answers && garbles ? garbage : part, 0, count);
            }
        } catch (IOException e) {
            LOG.debug("a connection ended", e);
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket one : open) {
                one.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

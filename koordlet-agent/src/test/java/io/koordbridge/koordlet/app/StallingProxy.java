package io.koordbridge.koordlet.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Passes bytes on to a server, and keeps them to itself while it stalls: connections stay open, and answers stay away. */
final class StallingProxy implements AutoCloseable {

    private final int target;
    private final ServerSocket door;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Object gate = new Object();
    private boolean stalls;

    StallingProxy(int target) {
        this.target = target;
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + door.getLocalPort();
    }

    /** From now on nothing gets through, or all that waits. */
    void stall(boolean stall) {
        synchronized (gate) {
            stalls = stall;
            gate.notifyAll();
        }
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket near = door.accept();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
                open.addAll(List.of(near, far));
                threads.execute(() -> pump(near, far));
                threads.execute(() -> pump(far, near));
            } catch (IOException e) {
                if (door.isClosed()) {
                    return;
                }
            }
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] bytes = new byte[8192];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                awaitGate();
                out.write(bytes, 0, length);
                out.flush();
            }
        } catch (IOException e) {
            // The end of this connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitGate() throws InterruptedException {
        synchronized (gate) {
            while (stalls) {
                gate.wait();
            }
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            door.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

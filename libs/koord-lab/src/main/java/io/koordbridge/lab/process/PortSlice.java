package io.koordbridge.lab.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;

/**
 * Ports reserved for one process. It listens on the first one, which it never hands out: unlike a file, that is seen by
 * exactly those processes with which ports can clash, whoever runs them, and it ends with the process however that ends.
 */
final class PortSlice implements AutoCloseable {
    /** How many there are: enough for several builds, each with some test processes. */
    static final int COUNT = 12;

    private static final int LOWEST = 20_000;
    private static final int BEYOND = 32_000;
    private static final int SIZE = (BEYOND - LOWEST) / COUNT;

    private final ServerSocket held;

    private PortSlice(ServerSocket held) {
        this.held = held;
    }

    /**
     * The first free one.
     *
     * @param wanted number of the one to try first; 0 to {@link #COUNT} - 1, others count on from there
     */
    static PortSlice take(int wanted) {
        for (int tries = 0; tries < COUNT; tries++) {
            int lowest = LOWEST + SIZE * Math.floorMod(wanted + tries, COUNT);
            Optional<ServerSocket> first = listen(lowest);
            if (first.isPresent()) {
                return new PortSlice(first.get());
            }
        }
        throw new IllegalStateException("all " + COUNT + " ranges of test ports between " + LOWEST + " and " + BEYOND
                + " are in use, each as long as a process listens on its first port");
    }

    /** Nothing when the port is in use. */
    static Optional<ServerSocket> listen(int port) {
        try {
            ServerSocket socket = new ServerSocket();
            try {
                socket.setReuseAddress(false);
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return Optional.of(socket);
            } catch (IOException e) {
                socket.close();
                return Optional.empty();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first port to hand out. */
    int first() {
        return held.getLocalPort() + 1;
    }

    /** Beyond the last port to hand out. */
    int beyond() {
        return held.getLocalPort() + SIZE;
    }

    @Override
    public void close() {
        try {
            held.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.koordbridge.lab.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Ports that nobody listens on, below the ephemeral range so that no outgoing connection takes them later. */
public final class FreePorts {
    private static final int LOWEST = 20_000;
    private static final int BEYOND = 32_000;
    private static final int MAX_TRIES = 500;

    private FreePorts() {}

    /** As many different ports as asked for, free on loopback at this moment. */
    public static List<Integer> find(int count) {
        Set<Integer> tried = new HashSet<>();
        List<Integer> free = new ArrayList<>();
        while (free.size() < count) {
            if (tried.size() >= MAX_TRIES) {
                throw new IllegalStateException("no " + count + " free ports between " + LOWEST + " and " + BEYOND);
            }
            int port = ThreadLocalRandom.current().nextInt(LOWEST, BEYOND);
            if (tried.add(port) && isFree(port)) {
                free.add(port);
            }
        }
        return free;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(false);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}

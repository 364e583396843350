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

/**
 * Ports that nobody listens on, below the ephemeral range so that no outgoing connection takes them later. Whoever gets one
 * binds it later: each test JVM of a module draws from a range of its own, and no port is drawn twice in a JVM.
 */
public final class FreePorts {
    private static final int LOWEST = 20_000;
    private static final int BEYOND = 32_000;
    private static final int SLICES = 4;
    private static final int SLICE = (BEYOND - LOWEST) / SLICES;
    private static final int MAX_TRIES = 500;
    private static final Set<Integer> DRAWN = new HashSet<>();

    private FreePorts() {}

    /** As many different ports as asked for, free on loopback at this moment. */
    public static synchronized List<Integer> find(int count) {
        int lowest = lowest(Integer.getInteger("surefire.forkNumber", 0));
        List<Integer> free = new ArrayList<>();
        for (int tries = 0; free.size() < count; tries++) {
            if (tries >= MAX_TRIES) {
                throw new IllegalStateException(
                        "no " + count + " free ports between " + lowest + " and " + (lowest + SLICE));
            }
            int port = ThreadLocalRandom.current().nextInt(lowest, lowest + SLICE);
            if (!DRAWN.contains(port) && isFree(port)) {
                DRAWN.add(port);
                free.add(port);
            }
        }
        return free;
    }

    /** Where the range of a test JVM begins. */
    static int lowest(int forkNumber) {
        return LOWEST + SLICE * Math.floorMod(forkNumber, SLICES);
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

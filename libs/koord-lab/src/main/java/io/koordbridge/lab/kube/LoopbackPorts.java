package io.koordbridge.lab.kube;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Picks ports that nobody listens on, below the ephemeral range so that no outgoing connection takes them meanwhile. */
public final class LoopbackPorts {
    private static final int FIRST = 20_000;
    private static final int AFTER_LAST = 32_000;

    private LoopbackPorts() {}

    /** That many different ports; each may still be taken before it is bound. */
    public static List<Integer> free(int count) {
        Set<Integer> found = new LinkedHashSet<>();
        while (found.size() < count) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, AFTER_LAST);
            if (isFree(port)) {
                found.add(port);
            }
        }
        return List.copyOf(found);
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}

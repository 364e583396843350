package io.koordbridge.lab.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Unused ports, below the ephemeral range so that no outgoing connection takes them later. Whoever gets one
 * binds it later: each process draws from a range of its own, and no port is drawn twice in a process.
 */
public final class FreePorts {
    private static final int MAX_TRIES = 500;
    private static final Set<Integer> DRAWN = new HashSet<>();

    /** The process has it as long as it runs. */
    private static @Nullable PortSlice own;

    private FreePorts() {}

    /** As many different ports as asked for, free on loopback at this moment. */
    public static synchronized List<Integer> find(int count) {
        PortSlice slice = own();
        int first = slice.first();
        int beyond = slice.beyond();
        List<Integer> free = new ArrayList<>();
        for (int tries = 0; free.size() < count; tries++) {
            if (tries >= MAX_TRIES) {
                throw new IllegalStateException("no " + count + " free ports between " + first + " and " + beyond);
            }
            int port = ThreadLocalRandom.current().nextInt(first, beyond);
            if (!DRAWN.contains(port) && isFree(port)) {
                DRAWN.add(port);
                free.add(port);
            }
        }
        return free;
    }

    private static synchronized PortSlice own() {
        PortSlice known = own;
        if (known == null) {
            known = PortSlice.take(Integer.getInteger("surefire.forkNumber", 0));
            own = known;
        }
        return known;
    }

    private static boolean isFree(int port) {
        Optional<ServerSocket> socket = PortSlice.listen(port);
        try {
            if (socket.isPresent()) {
                socket.get().close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return socket.isPresent();
    }
}

package io.koordbridge.copilot.http;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** Where connections come from. */
interface ServerTransport {
    /** Bound and reachable. */
    ServerSocketChannel open() throws IOException;

    /** For the log. */
    String address();

    /** What a request must carry as bearer token; null when the transport itself keeps strangers out. */
    @Nullable
    String token();

    /** Why the process behind this connection may not change anything; null when it may. */
    @Nullable
    String refusal(SocketChannel accepted);

    /** What does not keep containers out; empty when all does. */
    String openTo();

    /** False when the file through which clients find it was removed. */
    boolean intact();

    /** Removes its files; the channel is closed already. */
    void close();
}

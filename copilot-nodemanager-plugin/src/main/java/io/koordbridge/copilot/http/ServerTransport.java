package io.koordbridge.copilot.http;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
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

    /** False when the file through which clients find it was removed. */
    boolean intact();

    /** Removes its files; the channel is closed already. */
    void close();
}

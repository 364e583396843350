package io.koordbridge.copilot.http;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Path;

/** Addresses of unix sockets. Their class came with Java 16, so it is called by reflection. */
final class UnixAddress {

    private UnixAddress() {}

    static SocketAddress of(Path path) throws IOException {
        try {
            return (SocketAddress) Class.forName("java.net.UnixDomainSocketAddress")
                    .getMethod("of", Path.class)
                    .invoke(null, path);
        } catch (ReflectiveOperationException e) {
            throw new IOException("no unix sockets on this Java", e);
        }
    }
}

package io.koordbridge.copilot.http;

import java.io.IOException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.nio.file.attribute.UserPrincipal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The user of the process behind a unix socket, as the kernel says. The classes for it came with Java 16, so they are called by reflection. */
final class PeerUser {
    private static final Logger log = LoggerFactory.getLogger(PeerUser.class);

    private PeerUser() {}

    /** Null when this Java does not say. */
    static @Nullable UserPrincipal of(SocketChannel accepted) {
        try {
            Object option = Class.forName("jdk.net.ExtendedSocketOptions")
                    .getField("SO_PEERCRED")
                    .get(null);
            if (!(option instanceof SocketOption)) {
                return null;
            }
            Object principal = accepted.getOption((SocketOption<?>) option);
            return (UserPrincipal) Class.forName("jdk.net.UnixDomainPrincipal")
                    .getMethod("user")
                    .invoke(principal);
        } catch (IOException | ReflectiveOperationException | RuntimeException e) {
            log.debug("The caller's user is not known", e);
            return null;
        }
    }
}

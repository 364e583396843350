package io.koordbridge.api.document.yarn;

import io.koordbridge.protocol.PureCore;
import java.util.Optional;

/**
 * By what a ResourceManager knows a NodeManager.
 *
 * @param host name or address
 * @param port from 1 to 65535; 0 where a pod does not name it, because the NodeManager has another one at each start
 */
@PureCore
public record YarnNodeId(String host, int port) {

    static final String ALLOWED = "HOST:PORT as 'yarn node -list' shows it";

    private static final int MOST = 65_535;

    /** Reads HOST:PORT; blanks around both do not count. */
    public static Optional<YarnNodeId> parse(String text) {
        return parse(text, 1);
    }

    /** The same, also with port 0. */
    static Optional<YarnNodeId> parseAnyPort(String text) {
        return parse(text, 0);
    }

    private static Optional<YarnNodeId> parse(String text, int least) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            return Optional.empty();
        }
        try {
            int port = Integer.parseInt(text.substring(colon + 1).trim());
            return port >= least && port <= MOST
                    ? Optional.of(new YarnNodeId(text.substring(0, colon).trim(), port))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}

package io.koordbridge.protocol;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** HTTP headers that a relay between a browser and the replica that answers passes on. */
@PureCore
public final class PageHeaders {

    /** Headers of a request that change the answer; credentials are the relay's own concern. */
    public static final List<String> OF_REQUESTS = List.of("Accept", "If-None-Match", "Last-Event-ID");

    /** Headers of an answer that describe one connection (RFC 9110, 7.6.1), and those that a server writes itself. */
    private static final Set<String> OF_ONE_CONNECTION =
            Set.of("connection", "keep-alive", "transfer-encoding", "content-length", "upgrade", "date");

    private PageHeaders() {}

    /** Whether a header of an answer is passed on; names have no case. */
    public static boolean isPassedBack(String name) {
        return !OF_ONE_CONNECTION.contains(name.toLowerCase(Locale.ROOT));
    }
}

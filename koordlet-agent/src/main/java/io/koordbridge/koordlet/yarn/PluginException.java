package io.koordbridge.koordlet.yarn;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A call of the plugin without a usable answer; the message names socket, call, field, value and what is wanted. */
public final class PluginException extends IOException {

    private static final long serialVersionUID = 1L;

    private static final int UNKNOWN_CALL = 404;

    private final String place;
    private final boolean nobodyListens;
    private final int status;

    PluginException(Path socket, String call, String field, String problem, @Nullable Throwable cause) {
        this(socket, call, field, problem, cause, false, 0);
    }

    private PluginException(
            Path socket,
            String call,
            String field,
            String problem,
            @Nullable Throwable cause,
            boolean nobodyListens,
            int status) {
        super("plugin " + socket + ": " + call + ": " + problem, cause);
        this.place = call + " " + field;
        this.nobodyListens = nobodyListens;
        this.status = status;
    }

    static PluginException ofStatus(Path socket, String call, int status, int want) {
        return new PluginException(
                socket, call, "status", "status = " + status + ": want " + want, null, false, status);
    }

    static PluginException nobodyListens(Path socket, String call, Throwable cause) {
        return new PluginException(socket, call, "socket", "no server listens", cause, true, 0);
    }

    /** Call and field, without the value: the same for all bad values of a field. */
    String place() {
        return place;
    }

    /** Whether the plugin is older than the call. */
    boolean unknownCall() {
        return status == UNKNOWN_CALL;
    }

    /** Whether no server was there at all. */
    boolean nobodyListens() {
        return nobodyListens;
    }
}

package io.koordbridge.koordlet.yarn;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A call of the plugin without a usable answer; the message names socket, call, field, value and what is wanted. */
public final class PluginException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String place;
    private final boolean nobodyListens;

    PluginException(Path socket, String call, String field, String problem) {
        this(socket, call, field, problem, null);
    }

    PluginException(Path socket, String call, String field, String problem, @Nullable Throwable cause) {
        this(socket, call, field, problem, cause, false);
    }

    private PluginException(
            Path socket, String call, String field, String problem, @Nullable Throwable cause, boolean nobodyListens) {
        super("plugin " + socket + ": " + call + ": " + problem, cause);
        this.place = call + " " + field;
        this.nobodyListens = nobodyListens;
    }

    static PluginException nobodyListens(Path socket, String call, Throwable cause) {
        return new PluginException(socket, call, "socket", "no server listens", cause, true);
    }

    /** Call and field, without the value: the same for all bad values of a field. */
    String place() {
        return place;
    }

    /** Whether no server was there at all. */
    boolean nobodyListens() {
        return nobodyListens;
    }
}

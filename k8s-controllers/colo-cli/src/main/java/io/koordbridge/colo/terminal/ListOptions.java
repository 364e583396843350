package io.koordbridge.colo.terminal;

import java.io.PrintWriter;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of commands that print lists. */
public final class ListOptions {

    @Option(names = "--no-headers", description = "Leave out the line with the names of the columns.")
    private boolean noHeaders;

    @Mixin
    private Repetition repetition = new Repetition();

    /** A table without its first line, if that is asked for. */
    public String table(String withHeaders) {
        return noHeaders ? withHeaders.substring(withHeaders.indexOf('\n') + 1) : withHeaders;
    }

    /** Prints a text once, or whenever it has changed. */
    public void print(PrintWriter out, Supplier<String> text) {
        String before = null;
        do {
            String now = text.get();
            if (!now.equals(before)) {
                out.println(now);
                out.flush();
            }
            before = now;
        } while (repetition.again());
    }
}

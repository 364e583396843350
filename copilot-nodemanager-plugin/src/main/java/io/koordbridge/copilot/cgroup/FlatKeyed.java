package io.koordbridge.copilot.cgroup;

import java.io.IOException;

/** Kernel files of lines {@code name value}. Pure. */
final class FlatKeyed {
    private FlatKeyed() {}

    static long value(String text, String name) throws IOException {
        for (String line : text.split("\n", -1)) {
            if (line.startsWith(name + " ")) {
                return Long.parseLong(line.substring(name.length() + 1).trim());
            }
        }
        throw new IOException("no " + name);
    }
}

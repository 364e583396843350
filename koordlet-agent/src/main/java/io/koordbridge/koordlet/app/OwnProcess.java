package io.koordbridge.koordlet.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel says about this process. */
final class OwnProcess {

    private static final String RSS = "VmRSS:";

    private OwnProcess() {}

    /** Resident memory, 0 when it cannot be read. */
    static long rssBytes() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith(RSS)) {
                    return Long.parseLong(line.substring(RSS.length())
                                    .replace("kB", "")
                                    .trim())
                            * 1024;
                }
            }
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
        return 0;
    }
}

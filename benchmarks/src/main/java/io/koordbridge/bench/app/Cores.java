package io.koordbridge.bench.app;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Keeps this JVM, and what it starts from now on, on some of the machine's cores. */
final class Cores {

    private Cores() {}

    static void stayOn(String cores) {
        String pid = Long.toString(ProcessHandle.current().pid());
        try {
            Process taskset = new ProcessBuilder("taskset", "-acp", cores, pid)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (taskset.waitFor() != 0) {
                throw new IllegalStateException("taskset -acp " + cores + " " + pid + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("taskset (util-linux) is needed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

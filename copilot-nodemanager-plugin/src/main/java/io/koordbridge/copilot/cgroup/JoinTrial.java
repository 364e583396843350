package io.koordbridge.copilot.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;

/**
 * Whether a process of ours can join groups. Files that can be written do not say so: version 2 wants rights to a group above both
 * also the old and the new one.
 */
final class JoinTrial {
    private static final long LIMIT_SECONDS = 5;
    private static final String SCRIPT = "for group; do echo $$ > \"$group/cgroup.procs\" || exit 1; done";

    private volatile boolean passed;

    /** Lets a process join them and end; done once it has worked. */
    void require(List<Path> groups) throws IOException {
        if (passed) {
            return;
        }
        List<String> command = new ArrayList<>();
        command.add("bash");
        command.add("-c");
        command.add(SCRIPT);
        command.add("copilot");
        for (Path group : groups) {
            command.add(group.toString());
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (Scanner words = new Scanner(process.getInputStream(), "UTF-8")) {
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            if (!ended || process.exitValue() != 0) {
                throw new IOException("no process can join: " + (ended && words.hasNextLine() ? words.nextLine() : ""));
            }
            passed = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}

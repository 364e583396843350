package io.koordbridge.copilot;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command line that joins cgroups and then becomes another command line: same process, same arguments. Pure. */
final class CgroupJoinCommand {
    /** Exit status of a command that did not become the original. */
    static final int NOT_JOINED = 126;

    private static final int FIXED = 4;

    private CgroupJoinCommand() {}

    /**
     * The original when there is nothing to join.
     *
     * @param required whether the original must not run outside of a group; otherwise it runs, and is moved later
     */
    static String[] wrap(@Nullable List<Path> groups, boolean required, String[] original) {
        if (groups == null || groups.isEmpty()) {
            return original;
        }
        StringBuilder script = new StringBuilder();
        for (Path group : groups) {
            script.append("{ echo $$ > ")
                    .append(quoted(group.resolve("cgroup.procs").toString()))
                    .append("; } 2>/dev/null || ")
                    .append(required ? "exit " + NOT_JOINED : ":")
                    .append("; ");
        }
        script.append("exec \"$@\"");
        String[] wrapped = new String[FIXED + original.length];
        wrapped[0] = "bash";
        wrapped[1] = "-c";
        wrapped[2] = script.toString();
        wrapped[3] = "copilot";
        System.arraycopy(original, 0, wrapped, FIXED, original.length);
        return wrapped;
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}

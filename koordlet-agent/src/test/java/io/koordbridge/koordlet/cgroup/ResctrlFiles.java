package io.koordbridge.koordlet.cgroup;

import io.koordbridge.koordlet.qos.blkio.IoKnobs;
import io.koordbridge.koordlet.qos.rdt.RdtKnobs;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A tree of resctrl below {@code /sys/fs/resctrl}, {@code io.max} files and settings of the kernel, which take lines as the kernel does. */
public class ResctrlFiles extends FakeCgroupTree {

    public static final Knob<String> GROUP = RdtKnobs.GROUP;
    public static final Knob<String> SCHEMATA = RdtKnobs.SCHEMATA;
    public static final Knob<String> MEMBERS = RdtKnobs.TASKS;
    public static final Knob<String> IO_MAX = IoKnobs.MAX;

    private static final Path ROOT = Path.of("/sys/fs/resctrl");

    public ResctrlFiles() {
        put(ROOT + "/schemata", "    MB:0=100;1=100\n    L3:0=7ff;1=7ff\n");
        put(ROOT + "/tasks", "1\n20\n21\n");
    }

    @Override
    public void makeDirectory(Path directory) throws IOException {
        super.makeDirectory(directory);
        if (directory.startsWith(ROOT)) {
            put(directory + "/schemata", "    MB:0=100;1=100\n    L3:0=7ff;1=7ff\n");
            put(directory + "/tasks", "");
        }
    }

    /** Its threads go to the group above. */
    @Override
    public void removeDirectory(Path directory) throws IOException {
        if (directory.startsWith(ROOT)) {
            for (String id : read(directory.resolve("tasks")).lines().toList()) {
                put(ROOT + "/tasks", read(ROOT.resolve("tasks")) + id + "\n");
            }
        }
        super.removeDirectory(directory);
        take(directory + "/schemata");
        take(directory + "/tasks");
    }

    @Override
    public void write(Path file, String value) throws IOException {
        String name = String.valueOf(file.getFileName());
        switch (name) {
            case "schemata" -> super.write(file, replaced(read(file), value, ':'));
            case "io.max" -> super.write(file, replaced(read(file), value, ' '));
            case "tasks" -> {
                leave(ROOT.resolve("tasks"), value.strip());
                for (String group : directories(ROOT)) {
                    leave(ROOT.resolve(group).resolve("tasks"), value.strip());
                }
                super.write(file, read(file) + value.strip() + "\n");
            }
            default -> super.write(file, value);
        }
    }

    private void leave(Path tasks, String id) throws IOException {
        try {
            List<String> ids = new ArrayList<>(read(tasks).lines().toList());
            if (ids.remove(id)) {
                put(tasks.toString(), ids.isEmpty() ? "" : String.join("\n", ids) + "\n");
            }
        } catch (NoSuchFileException e) {
            // There is no such group.
        }
    }

    private static String replaced(String content, String line, char end) {
        String key = line.substring(0, line.indexOf(end) + 1);
        List<String> lines = new ArrayList<>();
        content.lines().filter(one -> !one.strip().startsWith(key)).forEach(lines::add);
        if (!line.endsWith("rbps=max wbps=max riops=max wiops=max")) {
            lines.add(line);
        }
        return String.join("\n", lines) + "\n";
    }
}

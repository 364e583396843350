package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Control group files in memory that answer to writes as the kernel does, by the record of {@link KernelRecord}. The tree is what tests put there,
 * or all that a kernel has ({@link #mounted}).
 */
public class FakeCgroupTree implements CgroupFiles {

    private final Object lock = new Object();
    private final Rules rules;
    private final Map<Path, String> files = new TreeMap<>();
    private final Map<Path, String> initial = new TreeMap<>();
    private final TreeSet<Path> madeDirectories = new TreeSet<>();
    private final List<List<String>> writes = new ArrayList<>();

    /** What becomes of writes and of new groups. */
    interface Rules {
        /** What the file holds after the write. */
        String written(Path file, String value) throws IOException;

        /** After the write. */
        default void settle(Path file) {}

        default void made(Path directory) {}

        /** Before a group is removed. */
        default void removed(Path directory) throws IOException {}
    }

    public FakeCgroupTree() {
        this.rules = new KernelRules(this);
    }

    private FakeCgroupTree(boolean vectors) {
        this.rules = vectors ? new VectorRules() : new KernelRules(this);
    }

    /** A tree whose files keep what is written, as the recorder of the vectors had it. */
    public static FakeCgroupTree ofVectors() {
        return new FakeCgroupTree(true);
    }

    /** A whole tree, as a kernel mounts it, without groups. */
    public static FakeCgroupTree mounted(CgroupVersion version, Path root, int cpus, int memoryNodes) {
        FakeCgroupTree tree = new FakeCgroupTree();
        ((KernelRules) tree.rules).mount(version, root, cpus, memoryNodes);
        return tree;
    }

    /** Puts a file there, as something outside of the agent would. */
    public void put(String path, String content) {
        synchronized (lock) {
            files.put(Path.of(path), content);
        }
    }

    /** Puts a value there as another writer would: groups below follow, and it is none of the writes. */
    public void change(String path, String content) {
        synchronized (lock) {
            put(path, content);
            rules.settle(Path.of(path));
        }
    }

    /** Takes a file away. */
    public void take(String path) {
        synchronized (lock) {
            files.remove(Path.of(path));
        }
    }

    /** Remembers the present contents, for {@link #changed}. */
    public void mark() {
        synchronized (lock) {
            initial.putAll(files);
        }
    }

    /** All writes since the last call, each as path and value. */
    public List<List<String>> takeWrites() {
        synchronized (lock) {
            List<List<String>> taken = List.copyOf(writes);
            writes.clear();
            return taken;
        }
    }

    /** Files whose content differs from the mark. */
    public Map<String, String> changed() {
        synchronized (lock) {
            Map<String, String> changed = new TreeMap<>();
            initial.forEach((path, content) -> {
                if (!content.equals(files.get(path))) {
                    changed.put(path.toString(), files.get(path));
                }
            });
            return changed;
        }
    }

    @Override
    public String read(Path file) throws IOException {
        synchronized (lock) {
            String content = files.get(file);
            if (content == null) {
                throw new NoSuchFileException(file.toString());
            }
            return content;
        }
    }

    /** Each reading is a new look into the tree. */
    @Override
    public ByteSource bytes() {
        return new ByteSource() {
            @Override
            public int read(Path file, byte[] into) throws IOException {
                byte[] content = FakeCgroupTree.this.read(file).getBytes(StandardCharsets.UTF_8);
                if (content.length > into.length) {
                    throw new TooLongException(file, into.length);
                }
                System.arraycopy(content, 0, into, 0, content.length);
                return content.length;
            }

            @Override
            public void endTick() {}

            @Override
            public void close() {}
        };
    }

    @Override
    public void write(Path file, String value) throws IOException {
        synchronized (lock) {
            if (!files.containsKey(file)) {
                throw new NoSuchFileException(file.toString());
            }
            if (value.isEmpty() && rules instanceof KernelRules) {
                // Nothing reaches the kernel.
                return;
            }
            String kept = rules.written(file, value);
            writes.add(List.of(file.toString(), value));
            files.put(file, kept);
            rules.settle(file);
        }
    }

    @Override
    public boolean exists(Path path) {
        synchronized (lock) {
            return files.containsKey(path)
                    || madeDirectories.contains(path)
                    || files.keySet().stream().anyMatch(file -> file.startsWith(path));
        }
    }

    @Override
    public List<String> directories(Path directory) {
        synchronized (lock) {
            TreeSet<String> names = new TreeSet<>();
            for (Path file : files.keySet()) {
                if (file.startsWith(directory) && file.getNameCount() > directory.getNameCount() + 1) {
                    names.add(file.getName(directory.getNameCount()).toString());
                }
            }
            for (Path made : madeDirectories) {
                if (directory.equals(made.getParent())) {
                    names.add(made.getFileName().toString());
                }
            }
            return List.copyOf(names);
        }
    }

    @Override
    public void makeDirectory(Path directory) throws IOException {
        synchronized (lock) {
            if (exists(directory)) {
                throw new FileAlreadyExistsException(directory.toString());
            }
            if (!exists(directory.getParent())) {
                throw new NoSuchFileException(directory.toString());
            }
            madeDirectories.add(directory);
            rules.made(directory);
        }
    }

    @Override
    public void removeDirectory(Path directory) throws IOException {
        synchronized (lock) {
            if (!madeDirectories.contains(directory)) {
                throw new NoSuchFileException(directory.toString());
            }
            rules.removed(directory);
            madeDirectories.remove(directory);
            files.keySet().removeIf(file -> file.startsWith(directory));
        }
    }

    /** As the recorder of the vectors had them. */
    private final class VectorRules implements Rules {
        @Override
        public String written(Path file, String value) {
            if (file.startsWith("/sys/fs/resctrl")) {
                return ofResctrl(file, value);
            }
            if (file.endsWith("cpu.max") && !value.contains(" ")) {
                String[] before = files.getOrDefault(file, "").trim().split(" ");
                return value + " " + (before.length == 2 ? before[1] : "100000");
            }
            return file.endsWith("memory.limit_in_bytes") && value.equals("-1") ? KernelValues.V1_UNLIMITED : value;
        }

        /** Only the line of the resource is replaced, and a task is added. */
        private String ofResctrl(Path file, String value) {
            String before = files.getOrDefault(file, "");
            if (!file.endsWith("schemata")) {
                return before + value + "\n";
            }
            String key = value.substring(0, value.indexOf(':') + 1);
            return before.lines()
                    .map(line -> line.startsWith(key) ? value : line)
                    .collect(Collectors.joining("\n", "", "\n"));
        }

        @Override
        public void settle(Path file) {
            Path effective = file.resolveSibling("cpuset.cpus.effective");
            if (file.endsWith("cpuset.cpus") && files.containsKey(effective)) {
                files.put(effective, files.get(file));
            }
        }
    }
}

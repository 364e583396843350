package io.koordbridge.koordlet.app;

import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A tree in memory whose files fail as a test wants. */
final class FaultyTree extends FakeCgroupTree {

    private final Map<String, IOException> unreadable = new HashMap<>();
    private final Map<String, IOException> unwritable = new HashMap<>();
    private Consumer<String> beforeRead = path -> {};

    /** Reading the file fails; with null it succeeds again. */
    synchronized void failReads(String path, IOException problem) {
        unreadable.put(path, problem);
    }

    /** Writing files whose path ends so fails; with null it succeeds again. */
    synchronized void failWrites(String end, IOException problem) {
        unwritable.put(end, problem);
    }

    /** Runs ahead of each reading. */
    synchronized void beforeRead(Runnable action) {
        beforeRead = path -> action.run();
    }

    @Override
    public synchronized String read(Path file) throws IOException {
        beforeRead.accept(file.toString());
        IOException problem = unreadable.get(file.toString());
        if (problem != null) {
            throw problem;
        }
        return super.read(file);
    }

    @Override
    public synchronized void write(Path file, String value) throws IOException {
        for (Map.Entry<String, IOException> one : unwritable.entrySet()) {
            if (one.getValue() != null && file.toString().endsWith(one.getKey())) {
                throw one.getValue();
            }
        }
        super.write(file, value);
    }
}

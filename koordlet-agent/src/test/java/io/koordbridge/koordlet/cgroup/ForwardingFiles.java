package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Files of another kind, for tests that watch or change some of what happens. */
public class ForwardingFiles implements CgroupFiles {

    private final CgroupFiles files;

    public ForwardingFiles(CgroupFiles files) {
        this.files = files;
    }

    @Override
    public String read(Path file) throws IOException {
        return files.read(file);
    }

    @Override
    public ByteSource bytes() {
        return files.bytes();
    }

    @Override
    public void write(Path file, String value) throws IOException {
        files.write(file, value);
    }

    @Override
    public boolean exists(Path path) {
        return files.exists(path);
    }

    @Override
    public List<String> directories(Path directory) {
        return files.directories(directory);
    }

    @Override
    public void makeDirectory(Path directory) throws IOException {
        files.makeDirectory(directory);
    }

    @Override
    public void removeDirectory(Path directory) throws IOException {
        files.removeDirectory(directory);
    }
}

package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The kernel's own files. */
public final class HostFiles implements CgroupFiles {

    @Override
    public String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    @Override
    public ByteSource bytes() {
        return new HeldFiles();
    }

    @Override
    public void write(Path file, String value) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            int written = channel.write(ByteBuffer.wrap(bytes));
            if (written != bytes.length) {
                throw new IOException("wrote " + written + " of " + bytes.length + " bytes of '" + value + "'");
            }
        }
    }

    @Override
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    @Override
    public List<String> directories(Path directory) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(directory, Files::isDirectory)) {
            children.forEach(child -> names.add(child.getFileName().toString()));
        } catch (IOException | DirectoryIteratorException e) {
            // The directory went away, which is how control groups end.
            return List.of();
        }
        Collections.sort(names);
        return names;
    }

    @Override
    public void makeDirectory(Path directory) throws IOException {
        Files.createDirectory(directory);
    }

    @Override
    public void removeDirectory(Path directory) throws IOException {
        Files.delete(directory);
    }
}

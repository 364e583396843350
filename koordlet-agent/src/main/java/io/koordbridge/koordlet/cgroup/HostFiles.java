package io.koordbridge.koordlet.cgroup;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
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

    /** Values are short; a new array of the usual size for each would be most of the agent's garbage. */
    private static final ThreadLocal<byte[]> BUFFER = ThreadLocal.withInitial(() -> new byte[4096]);

    @Override
    public String read(Path file) throws IOException {
        byte[] buffer = BUFFER.get();
        try (InputStream in = open(file)) {
            int length = in.readNBytes(buffer, 0, buffer.length);
            if (length < buffer.length) {
                return new String(buffer, 0, length, StandardCharsets.UTF_8);
            }
            ByteArrayOutputStream whole = new ByteArrayOutputStream(2 * length);
            whole.write(buffer, 0, length);
            in.transferTo(whole);
            return whole.toString(StandardCharsets.UTF_8);
        }
    }

    /** A plain stream makes a third of the garbage of a channel, but does not say why a file cannot be opened. */
    private static InputStream open(Path file) throws IOException {
        try {
            return new FileInputStream(file.toString());
        } catch (FileNotFoundException e) {
            return Files.newInputStream(file);
        }
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

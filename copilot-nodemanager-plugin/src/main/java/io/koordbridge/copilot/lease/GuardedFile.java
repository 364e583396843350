package io.koordbridge.copilot.lease;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * A small file in a directory that others may write into: opened relative to the open directory, no link is followed, and written as a new
 * file that is renamed over the old one.
 */
public final class GuardedFile {
    private static final Set<OpenOption> READ = options(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> CREATE =
            options(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private final Path directory;
    private final Path name;

    public GuardedFile(Path file) {
        Path absolute = file.toAbsolutePath();
        Path parent = absolute.getParent();
        Path last = absolute.getFileName();
        if (parent == null || last == null) {
            throw new IllegalArgumentException(file + " is not a file in a directory");
        }
        this.directory = parent;
        this.name = last;
    }

    private static Set<OpenOption> options(OpenOption... options) {
        return Collections.unmodifiableSet(new HashSet<>(Arrays.asList(options)));
    }

    /**
     * All of it.
     *
     * @throws NoSuchFileException when it or its directory is not there
     * @throws IOException when it is a link, not a file, or longer than allowed
     */
    public byte[] read(int most) throws IOException {
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(checked());
                SeekableByteChannel channel = relative(stream).newByteChannel(name, READ)) {
            ByteBuffer bytes = ByteBuffer.allocate(most + 1);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // Until the end, or one more than allowed.
            }
            if (!bytes.hasRemaining()) {
                throw new IOException(directory.resolve(name) + " is longer than " + most + " bytes");
            }
            return Arrays.copyOf(bytes.array(), bytes.position());
        }
    }

    public void replace(byte[] content) throws IOException {
        Path part = name.resolveSibling("." + name + ".part");
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(checked())) {
            SecureDirectoryStream<Path> opened = relative(stream);
            try {
                opened.deleteFile(part);
            } catch (NoSuchFileException e) {
                // As wanted: nothing was left.
            }
            try (SeekableByteChannel channel = opened.newByteChannel(
                    part, CREATE, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
                ByteBuffer bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
            opened.move(part, opened, name);
        }
    }

    private Path checked() throws IOException {
        if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)
                && !Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw new NotDirectoryException(directory.toString());
        }
        return directory;
    }

    private SecureDirectoryStream<Path> relative(DirectoryStream<Path> stream) throws IOException {
        if (stream instanceof SecureDirectoryStream) {
            return (SecureDirectoryStream<Path>) stream;
        }
        throw new IOException("the file system of " + directory + " has no operations relative to an open directory");
    }
}

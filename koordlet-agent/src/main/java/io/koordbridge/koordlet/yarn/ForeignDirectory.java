package io.koordbridge.koordlet.yarn;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** Files in a directory that may belong to the NodeManager's user: no link in it is followed, only ordinary files are read. */
final class ForeignDirectory {

    private static final FileAttribute<?> READABLE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--"));

    private final Path directory;

    ForeignDirectory(Path directory) {
        this.directory = directory;
    }

    /** For messages. */
    Path path(String name) {
        return directory.resolve(name);
    }

    /**
     * What a file holds; empty when there is no such file.
     *
     * @throws IOException when it cannot be read, is not an ordinary file, or is larger
     */
    Optional<String> read(String name, int mostBytes) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            return Optional.of(read(relative(stream), Path.of(name), mostBytes));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static String read(SecureDirectoryStream<Path> opened, Path name, int mostBytes) throws IOException {
        boolean ordinary = opened.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes()
                .isRegularFile();
        if (!ordinary) {
            throw new IOException("not an ordinary file");
        }
        Set<OpenOption> reading = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        try (SeekableByteChannel channel = opened.newByteChannel(name, reading)) {
            ByteBuffer bytes = ByteBuffer.allocate(mostBytes + 1);
            int read = 0;
            while (read >= 0 && bytes.hasRemaining()) {
                read = channel.read(bytes);
            }
            if (!bytes.hasRemaining()) {
                throw new IOException("larger than " + mostBytes + " bytes");
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        }
    }

    /** Makes the directory where it is missing. A new file is renamed over the old one, so that a reader finds either of them whole. */
    void replace(String name, String content) throws IOException {
        Files.createDirectories(directory);
        Path part = Path.of("." + name + ".part");
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(checked())) {
            SecureDirectoryStream<Path> opened = relative(stream);
            deleteIfThere(opened, part);
            Set<OpenOption> fresh =
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            try (SeekableByteChannel channel = opened.newByteChannel(part, fresh, READABLE)) {
                ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
            opened.move(part, opened, Path.of(name));
        }
    }

    /** Removes a file that may be missing. */
    void delete(String name) throws IOException {
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(checked())) {
                deleteIfThere(relative(stream), Path.of(name));
            }
        }
    }

    private Path checked() throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw new NotDirectoryException(directory.toString());
        }
        return directory;
    }

    private static SecureDirectoryStream<Path> relative(DirectoryStream<Path> stream) throws IOException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        throw new IOException("the file system has no operations relative to an open directory");
    }

    private static void deleteIfThere(SecureDirectoryStream<Path> opened, Path name) throws IOException {
        try {
            opened.deleteFile(name);
        } catch (NoSuchFileException e) {
            // As wanted.
        }
    }
}

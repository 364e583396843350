package io.koordbridge.koordlet.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lines of the files of the record, the newest first, as they were when it was opened: what is written later, and a file that takes the
 * place of another, change nothing. A line that has no end yet, or is longer than a block, is left out. One thread.
 */
final class BackwardLines implements AutoCloseable {

    static final int BLOCK = 64 << 10;

    private static final int TRIES = 5;

    private final Deque<FileChannel> files;
    private long begin;
    /** What was read from {@link #begin} on and is not given out yet. */
    private byte[] read = new byte[0];

    private long readBytes;
    private boolean skips;

    private BackwardLines(Deque<FileChannel> files) throws IOException {
        this.files = files;
        enter();
    }

    /** Opens the files of a directory; those that are not there have no lines. */
    static BackwardLines open(Path directory) throws IOException {
        Path newest = directory.resolve(AuditFile.NAME);
        for (int i = 0; i < TRIES; i++) {
            Deque<FileChannel> files = new ArrayDeque<>();
            Object before = key(newest);
            add(files, newest);
            add(files, directory.resolve(AuditFile.OLDER));
            if (Objects.equals(before, key(newest))) {
                return new BackwardLines(files);
            }
            // The files changed their names in between.
            for (FileChannel file : files) {
                file.close();
            }
        }
        throw new IOException(newest + " is replaced all the time");
    }

    private static @Nullable Object key(Path file) throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static void add(Deque<FileChannel> files, Path file) throws IOException {
        try {
            files.addLast(FileChannel.open(file, StandardOpenOption.READ));
        } catch (NoSuchFileException e) {
            // It has no lines.
        }
    }

    private void enter() throws IOException {
        FileChannel file = files.peekFirst();
        begin = file == null ? 0 : file.size();
        read = new byte[0];
        // What has no end is being written, or never was.
        skips = true;
    }

    /** Bytes that were read of the files until now. */
    long readBytes() {
        return readBytes;
    }

    /** The line before; empty at the begin of the record. */
    Optional<String> next() throws IOException {
        while (!files.isEmpty()) {
            Optional<String> line = ofFile(files.element());
            if (line.isPresent()) {
                return line;
            }
            files.remove().close();
            enter();
        }
        return Optional.empty();
    }

    private Optional<String> ofFile(FileChannel file) throws IOException {
        while (true) {
            int end = lastLineEnd();
            if (end >= 0) {
                byte[] line = Arrays.copyOfRange(read, end + 1, read.length);
                read = Arrays.copyOf(read, end);
                boolean given = !skips && line.length > 0;
                skips = false;
                if (given) {
                    return Optional.of(new String(line, StandardCharsets.UTF_8));
                }
            } else if (begin > 0) {
                skips |= read.length > BLOCK;
                readBlock(file);
            } else {
                byte[] first = read;
                read = new byte[0];
                boolean given = !skips && first.length > 0;
                skips = true;
                return given ? Optional.of(new String(first, StandardCharsets.UTF_8)) : Optional.empty();
            }
        }
    }

    private int lastLineEnd() {
        for (int i = read.length - 1; i >= 0; i--) {
            if (read[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private void readBlock(FileChannel file) throws IOException {
        int length = (int) Math.min(BLOCK, begin);
        byte[] rest = skips ? new byte[0] : read;
        ByteBuffer block = ByteBuffer.allocate(length + rest.length);
        block.limit(length);
        long from = begin - length;
        while (block.hasRemaining()) {
            if (file.read(block, from + block.position()) < 0) {
                throw new IOException("a file of the record became shorter");
            }
        }
        block.limit(length + rest.length);
        block.put(rest);
        read = block.array();
        begin = from;
        readBytes += length;
    }

    @Override
    public void close() throws IOException {
        for (FileChannel file : files) {
            file.close();
        }
        files.clear();
    }
}

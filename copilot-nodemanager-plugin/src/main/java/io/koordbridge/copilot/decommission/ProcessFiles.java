package io.koordbridge.copilot.decommission;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads of a process what the kernel says of it. Whoever owns the process writes its command line: it may be of any length. */
final class ProcessFiles {
    /** Far more than class path and options of an executor. */
    private static final int MOST_COMMAND_BYTES = 1 << 20;

    private static final int MOST_BYTES = 16 << 10;
    private static final int START = 19;
    private static final int HEX = 16;

    private final Path proc;

    ProcessFiles(Path proc) {
        this.proc = proc;
    }

    /** When it was started, in ticks since the boot; null for one that is gone or has ended. With the pid it names a process for good. */
    @Nullable
    Long start(long pid) {
        return startOf(text(pid, "stat", MOST_BYTES));
    }

    static @Nullable Long startOf(@Nullable String stat) {
        if (stat == null) {
            return null;
        }
        // The name is in parentheses and may hold anything, parentheses too.
        int end = stat.lastIndexOf(')');
        String[] fields =
                end < 0 ? new String[0] : stat.substring(end + 1).trim().split(" ", -1);
        boolean ended = fields.length > 0 && (fields[0].equals("Z") || fields[0].equals("X"));
        return fields.length > START && !ended ? number(fields[START]) : null;
    }

    /** Whether it has a handler of its own for a signal; null when that cannot be seen. */
    @Nullable
    Boolean catches(long pid, int signal) {
        return catches(text(pid, "status", MOST_BYTES), signal);
    }

    static @Nullable Boolean catches(@Nullable String status, int signal) {
        String mask = value(status, "SigCgt:");
        if (mask == null || !mask.matches("[0-9a-fA-F]{1,16}")) {
            return null;
        }
        return (Long.parseUnsignedLong(mask, HEX) >>> (signal - 1) & 1) == 1;
    }

    /** Its arguments from the program's name on; empty when they cannot be seen, or are longer than any executor's. */
    List<String> arguments(long pid) {
        byte[] bytes = bytes(pid, "cmdline", MOST_COMMAND_BYTES);
        if (bytes == null || bytes.length == MOST_COMMAND_BYTES) {
            return Collections.emptyList();
        }
        List<String> arguments = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                arguments.add(new String(bytes, from, i - from, StandardCharsets.UTF_8));
                from = i + 1;
            }
        }
        if (from < bytes.length) {
            arguments.add(new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8));
        }
        return Collections.unmodifiableList(arguments);
    }

    /** What it has written to disks, and not taken back before it got there; null when that cannot be seen. */
    @Nullable
    Long writtenBytes(long pid) {
        return writtenOf(text(pid, "io", MOST_BYTES));
    }

    static @Nullable Long writtenOf(@Nullable String io) {
        Long written = number(value(io, "write_bytes:"));
        Long cancelled = number(value(io, "cancelled_write_bytes:"));
        return written == null ? null : Math.max(0, written - (cancelled == null ? 0 : cancelled));
    }

    private static @Nullable String value(@Nullable String text, String name) {
        if (text != null) {
            for (String line : text.split("\n", -1)) {
                if (line.startsWith(name)) {
                    return line.substring(name.length()).trim();
                }
            }
        }
        return null;
    }

    private static @Nullable Long number(@Nullable String text) {
        return text != null && text.matches("[0-9]{1,18}") ? Long.valueOf(text) : null;
    }

    private @Nullable String text(long pid, String name, int most) {
        byte[] bytes = bytes(pid, name, most);
        return bytes == null ? null : new String(bytes, StandardCharsets.US_ASCII);
    }

    /** As much of it as may be read; null when it cannot be read. */
    private byte @Nullable [] bytes(long pid, String name, int most) {
        byte[] bytes = new byte[MOST_BYTES];
        int length = 0;
        try (InputStream file =
                Files.newInputStream(proc.resolve(Long.toString(pid)).resolve(name))) {
            int read = file.read(bytes, 0, bytes.length);
            while (read >= 0 && length + read < most) {
                length += read;
                if (length == bytes.length) {
                    bytes = Arrays.copyOf(bytes, Math.min(most, bytes.length * 2));
                }
                read = file.read(bytes, length, bytes.length - length);
            }
            return Arrays.copyOf(bytes, Math.min(most, length + Math.max(0, read)));
        } catch (IOException e) {
            return null;
        }
    }
}

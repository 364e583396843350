package io.koordbridge.koordlet.audit;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.koordbridge.koordlet.cgroup.CgroupWriteListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes {@code audit.log}; at half of its size it becomes {@code audit.log.1} and the one before is gone. What the kernel refuses again
 * and again is recorded when that begins, when it is for another reason, and when it ends: a value that it takes.
 */
public final class AuditLog implements CgroupWriteListener {

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final int REMEMBERED = 512;

    private final @Nullable Path directory;
    private final long maxBytes;
    private final Clock clock;
    private final ObjectMapper mapper = JsonMapper.builder().build();
    private final Deque<AuditEvent> newest = new ArrayDeque<>();
    private long writes;
    private long failures;
    private boolean complained;

    /**
     * A log.
     *
     * @param directory null keeps events in memory only
     * @param maxBytes limit of both files together
     */
    public AuditLog(@Nullable Path directory, long maxBytes, Clock clock) {
        this.directory = directory;
        this.maxBytes = maxBytes;
        this.clock = clock;
    }

    @Override
    public synchronized void written(
            Path file, @Nullable String before, String after, String reason, @Nullable String error) {
        writes += error == null ? 1 : 0;
        failures += error == null ? 0 : 1;
        AuditEvent event =
                new AuditEvent(clock.instant().toString(), "group", reason, file.toString(), before, after, error);
        if (error != null && isRefusedStill(event)) {
            return;
        }
        newest.addLast(event);
        if (newest.size() > REMEMBERED) {
            newest.removeFirst();
        }
        append(event);
    }

    /** By the last thing that is remembered of the file. */
    private boolean isRefusedStill(AuditEvent refused) {
        Iterator<AuditEvent> backwards = newest.descendingIterator();
        while (backwards.hasNext()) {
            AuditEvent earlier = backwards.next();
            if (earlier.path().equals(refused.path())) {
                return Objects.equals(earlier.error(), refused.error());
            }
        }
        return false;
    }

    /** Newest first. */
    public synchronized List<AuditEvent> newest(int limit) {
        List<AuditEvent> events = new ArrayList<>(newest);
        Collections.reverse(events);
        return List.copyOf(events.subList(0, Math.min(limit, events.size())));
    }

    public synchronized long writes() {
        return writes;
    }

    public synchronized long failures() {
        return failures;
    }

    private void append(AuditEvent event) {
        if (directory == null) {
            return;
        }
        Path file = directory.resolve("audit.log");
        try {
            Files.createDirectories(directory);
            if (Files.exists(file) && Files.size(file) > maxBytes / 2) {
                Files.move(file, directory.resolve("audit.log.1"), StandardCopyOption.REPLACE_EXISTING);
            }
            byte[] line = (mapper.writeValueAsString(event) + "\n").getBytes(StandardCharsets.UTF_8);
            Files.write(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            complained = false;
        } catch (IOException | UncheckedIOException e) {
            if (!complained) {
                complained = true;
                LOG.warn("audit log cannot be written, tried on file={} problem={}", file, e.toString());
            }
        }
    }
}

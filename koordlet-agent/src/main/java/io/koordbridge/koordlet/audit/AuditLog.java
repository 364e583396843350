package io.koordbridge.koordlet.audit;

import io.koordbridge.koordlet.cgroup.CgroupWriteListener;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the newest writes and hands each of them on. What the kernel refuses repeatedly is recorded when that begins, when it is
 * for another reason, and when it ends: a value that it takes.
 */
public final class AuditLog implements CgroupWriteListener {

    private static final int REMEMBERED = 512;

    private final Consumer<AuditEvent> sink;
    private final Clock clock;
    private final Deque<AuditEvent> newest = new ArrayDeque<>();
    private long writes;
    private long failures;

    /**
     * A log.
     *
     * @param sink where each event goes; it must not wait
     */
    public AuditLog(Consumer<AuditEvent> sink, Clock clock) {
        this.sink = sink;
        this.clock = clock;
    }

    @Override
    public synchronized void written(
            Path file, @Nullable String before, String after, String reason, @Nullable String error) {
        writes += error == null ? 1 : 0;
        failures += error == null ? 0 : 1;
        AuditEvent event = new AuditEvent(
                clock.instant().toString(), AuditEvent.GROUP, reason, file.toString(), before, after, error);
        if (error != null && isRefusedStill(event)) {
            return;
        }
        add(event);
    }

    private void add(AuditEvent event) {
        newest.addLast(event);
        if (newest.size() > REMEMBERED) {
            newest.removeFirst();
        }
        sink.accept(event);
    }

    /** Records a pod that was evicted. */
    public synchronized void evicted(String namespace, String name, String message) {
        add(AuditEvent.ofPod(clock.instant().toString(), namespace, name, "evicted", message));
    }

    /** The last write, if it is remembered. */
    public synchronized Optional<AuditEvent> lastWrite() {
        return newest(REMEMBERED).stream()
                .filter(event -> event.type().equals(AuditEvent.GROUP))
                .findFirst();
    }

    /** By the last thing that is remembered of the file. */
    private boolean isRefusedStill(AuditEvent refused) {
        Iterator<AuditEvent> backwards = newest.descendingIterator();
        while (backwards.hasNext()) {
            AuditEvent earlier = backwards.next();
            if (Objects.equals(earlier.path(), refused.path())) {
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
}

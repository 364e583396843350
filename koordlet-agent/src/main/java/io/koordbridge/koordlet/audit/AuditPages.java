package io.koordbridge.koordlet.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.binding.PlainJson;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The whole record on disk in pages, the newest event first. A reader goes on where its last page ended; its token names it. Few readers
 * are open at a time, and one page is read at a time.
 */
public final class AuditPages implements AutoCloseable {

    /** Readers; a new one takes the place of the oldest. */
    public static final int READERS = 4;

    private static final Duration IDLE = Duration.ofMinutes(10);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** A page ends when so much was read for it. */
    private static final long MOST_BYTES = 1 << 20;

    private final Path directory;
    private final Clock clock;
    private final Supplier<String> tokens;
    private final ReentrantLock lock = new ReentrantLock();
    /** Oldest first. */
    private final Map<String, Reader> readers = new LinkedHashMap<>();

    private static final class Reader {
        private final BackwardLines lines;
        private Instant usedAt;

        Reader(BackwardLines lines, Instant usedAt) {
            this.lines = lines;
            this.usedAt = usedAt;
        }
    }

    /**
     * One page.
     *
     * @param next token for the page after it; empty at the end of the record
     */
    public record Page(Optional<String> next, List<JsonNode> events) {

        public Page {
            events = List.copyOf(events);
        }
    }

    /** There is no such reader, or not any more. */
    public static final class UnknownTokenException extends Exception {
        private static final long serialVersionUID = 1;

        UnknownTokenException(String token) {
            super("pageToken '" + token + "': no such reader, or it was closed: begin without a token");
        }
    }

    /** Another page is being read. */
    public static final class BusyException extends Exception {
        private static final long serialVersionUID = 1;

        BusyException() {
            super("another page of the record has been read for " + PATIENCE.toSeconds() + " s");
        }
    }

    /**
     * Pages of the files in a directory.
     *
     * @param clock for readers that wait
     * @param tokens makes one that is hard to guess
     */
    public AuditPages(Path directory, Clock clock, Supplier<String> tokens) {
        this.directory = directory;
        this.clock = clock;
        this.tokens = tokens;
    }

    /**
     * Reads a page.
     *
     * @param size most events
     * @param token of the page before; empty begins with the newest event
     */
    public Page read(int size, Optional<String> token) throws IOException, UnknownTokenException, BusyException {
        if (!isFree(PATIENCE)) {
            throw new BusyException();
        }
        try {
            closeOld();
            String name = token.isPresent() ? token.get() : open();
            Reader reader = readers.get(name);
            if (reader == null) {
                throw new UnknownTokenException(name);
            }
            reader.usedAt = clock.instant();
            return page(name, reader.lines, size);
        } finally {
            lock.unlock();
        }
    }

    private boolean isFree(Duration patience) {
        try {
            return lock.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private String open() throws IOException {
        if (readers.size() >= READERS) {
            Iterator<Reader> oldest = readers.values().iterator();
            oldest.next().lines.close();
            oldest.remove();
        }
        String token = tokens.get();
        readers.put(token, new Reader(BackwardLines.open(directory), clock.instant()));
        return token;
    }

    private Page page(String token, BackwardLines lines, int size) throws IOException {
        List<JsonNode> events = new ArrayList<>();
        long enough = lines.readBytes() + MOST_BYTES;
        while (events.size() < size && lines.readBytes() < enough) {
            Optional<String> line = lines.next();
            if (line.isEmpty()) {
                readers.remove(token);
                lines.close();
                return new Page(Optional.empty(), events);
            }
            event(line.get()).ifPresent(events::add);
        }
        return new Page(Optional.of(token), events);
    }

    /** A line that a full disk cut is no event. */
    private static Optional<JsonNode> event(String line) {
        try {
            return Optional.ofNullable(PlainJson.MAPPER.readTree(line)).filter(JsonNode::isObject);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** Closes readers that wait for too long; to be called now and then. */
    public void closeIdle() throws IOException {
        if (isFree(Duration.ZERO)) {
            try {
                closeOld();
            } finally {
                lock.unlock();
            }
        }
    }

    private void closeOld() throws IOException {
        Instant latest = clock.instant().minus(IDLE);
        Iterator<Reader> all = readers.values().iterator();
        while (all.hasNext()) {
            Reader one = all.next();
            if (one.usedAt.isBefore(latest)) {
                all.remove();
                one.lines.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (isFree(PATIENCE)) {
            try {
                for (Reader one : readers.values()) {
                    one.lines.close();
                }
                readers.clear();
            } finally {
                lock.unlock();
            }
        }
    }
}

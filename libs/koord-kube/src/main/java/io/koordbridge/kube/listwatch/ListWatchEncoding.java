package io.koordbridge.kube.listwatch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How lists and watches of a kind are written. Thread-safe. */
interface ListWatchEncoding<T> {

    /** Type of an event that ends a watch. */
    String ERROR = "ERROR";

    /** Content type of lists and of watches. */
    String listType();

    /** What to ask for of watches. */
    String watchType();

    /** How the events of a watch follow each other. */
    WatchFrames.Framing framing();

    /**
     * Reads one page of a list; objects are handed on while they are decoded, so that never all of them are held.
     *
     * @param objects may get an object twice
     * @throws RuntimeException when it is no page
     */
    Page page(byte[] answer, Consumer<T> objects);

    /**
     * Reads a list while it arrives, in encodings that can; others hold all of it.
     *
     * @param objects may get an object twice
     * @throws RuntimeException when it is no list, or breaks off
     */
    default Page page(InputStream answer, Consumer<T> objects) {
        try {
            return page(answer.readAllBytes(), objects);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Token of the next page, known before the objects of this one are decoded; empty on the last page, and in encodings that
     * send it after them.
     *
     * @throws RuntimeException when it is no page
     */
    default String continuationAhead(byte[] answer) {
        return "";
    }

    /**
     * One event of a watch.
     *
     * @throws RuntimeException when it does not decode
     */
    Event<T> event(byte[] frame);

    /**
     * What a page says besides its objects.
     *
     * @param unreadable objects that exist but cannot be decoded
     * @param continuation token of the next page, empty on the last one
     */
    record Page(List<Unreadable> unreadable, String resourceVersion, String continuation) {}

    /**
     * An object that cannot be decoded.
     *
     * @param namespace empty for kinds without
     */
    record Unreadable(String namespace, String name, String resourceVersion, String problem) {}

    /**
     * One event of a watch.
     *
     * @param type as on the wire, such as {@code ADDED}
     * @param object null in an error, and when it cannot be decoded
     * @param unreadable null unless the object cannot be decoded
     * @param errorCode of the status of an error, else 0
     */
    record Event<T>(
            String type, @Nullable T object, @Nullable Unreadable unreadable, int errorCode) {

        static <T> Event<T> of(String type, T object) {
            return new Event<>(type, object, null, 0);
        }

        static <T> Event<T> of(String type, Unreadable object) {
            return new Event<>(type, null, object, 0);
        }

        static <T> Event<T> error(int code) {
            return new Event<>(ERROR, null, null, code);
        }
    }
}

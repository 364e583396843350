package io.koordbridge.colo.page;

import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.ServerCheck;
import java.net.URI;

/** Where a page is at the moment. */
interface PagePlace extends AutoCloseable {

    /** Its address. */
    URI address();

    /** How it is checked where it speaks TLS. */
    ServerCheck check();

    /** The replica, for people. */
    String name();

    /**
     * Looks again.
     *
     * @return whether the page is elsewhere now, or is asked or checked in another way
     * @throws AnswerException if that cannot be seen; the place stays
     */
    boolean moved();

    @Override
    void close();
}

package io.koordbridge.yarnoperator.resourcemanager;

import org.jspecify.annotations.Nullable;

/** Whether one kind of call fails at the moment, so that only beginning and end are news. */
final class FailureState {

    private @Nullable String text;

    /** Whether it began with this. */
    synchronized boolean begins(String problem) {
        boolean fresh = text == null;
        text = problem;
        return fresh;
    }

    /** Whether it ended with this success. */
    synchronized boolean ends() {
        boolean over = text != null;
        text = null;
        return over;
    }

    /** The last problem, null while all is well. */
    synchronized @Nullable String text() {
        return text;
    }
}

package io.koordbridge.descheduler.act.job;

import io.koordbridge.descheduler.act.MayWrite;

/** A write was not sent, since the lease may end before the call does. */
final class NotSentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotSentException() {
        super(MayWrite.PROBLEM, null, false, false);
    }
}

package io.koordbridge.manager.server.webhook;

import io.koordbridge.frame.BindProblem;

/** The webhook's port cannot be listened on: it belongs to another process, or the system refuses it. */
public final class PortRefusedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /**
     * Says where and why, and what helps.
     *
     * @param host address that was to be listened on
     */
    PortRefusedException(String host, int port, BindProblem problem, Throwable cause) {
        super("port " + port + " of " + host + (problem.isTaken() ? taken() : refused(problem.reason())), cause);
    }

    private static String taken() {
        return " is taken by another process: end that process, or set webhook.port to a free port";
    }

    private static String refused(String reason) {
        return " cannot be listened on (" + reason
                + "): set webhook.bindHost to an address of this machine and webhook.port to a port that it may use";
    }
}

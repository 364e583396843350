package io.koordbridge.descheduler.app;

import io.koordbridge.frame.BridgeApplication;

/** Entry point of the process. */
public final class DeschedulerMain {

    private DeschedulerMain() {}

    /** Runs until it is stopped. */
    public static void main(String[] args) {
        BridgeApplication.run(new Descheduler(), args);
    }
}

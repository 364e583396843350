package io.koordbridge.scheduler.app;

import io.koordbridge.frame.BridgeApplication;

/** Entry point of koord-scheduler. */
public final class SchedulerMain {

    private SchedulerMain() {}

    /** Runs until it is stopped; {@code --help} shows the flags. */
    public static void main(String[] args) {
        BridgeApplication.run(new SchedulerApplication(), args);
    }
}

package io.koordbridge.manager.app;

import io.koordbridge.frame.BridgeApplication;

/** Entry point of koord-manager. */
public final class ManagerMain {

    private ManagerMain() {}

    /** Runs until it is stopped; {@code --help} lists the flags. */
    public static void main(String[] args) {
        BridgeApplication.run(new ManagerProcess(), args);
    }
}

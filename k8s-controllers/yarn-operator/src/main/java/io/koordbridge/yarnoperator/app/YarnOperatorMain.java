package io.koordbridge.yarnoperator.app;

import io.koordbridge.frame.BridgeApplication;

/** Entry point of the process. */
public final class YarnOperatorMain {

    private YarnOperatorMain() {}

    /** Runs until it is stopped. */
    public static void main(String[] args) {
        BridgeApplication.run(new YarnOperator(), args);
    }
}

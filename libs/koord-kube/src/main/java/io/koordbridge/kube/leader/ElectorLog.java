package io.koordbridge.kube.leader;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import org.slf4j.LoggerFactory;

/** The client library's elector logs each failed call with its places in the code; {@link LeaseFailureState} says the same in words. */
final class ElectorLog {

    private ElectorLog() {}

    /** Mutes the elector's own log; other logging backends stay unchanged. */
    static void silence() {
        if (LoggerFactory.getILoggerFactory().getClass().getName().startsWith("ch.qos.logback.")) {
            Logback.silence();
        }
    }

    /** Apart, since the backend may not be there. */
    private static final class Logback {

        static void silence() {
            ((Logger) LoggerFactory.getLogger(LeaderElector.class)).setLevel(Level.OFF);
        }
    }
}

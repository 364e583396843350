package io.koordbridge.testkit.await;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Lets an await that names no time of its own wait for most of a minute. A wait bounds a test that hangs; how fast something
 * is, benchmarks say. Found by the service loader in every module whose tests use this kit.
 */
public final class PatientAwaits implements LauncherSessionListener {

    /** Above what a loaded machine needs for one step, below the minute after which a pass would repair a missed event. */
    public static final Duration PATIENCE = Duration.ofSeconds(50);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(PATIENCE);
        // A client that an earlier test closes in the middle of an answer may end one of its threads so.
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }
}

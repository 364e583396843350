package io.koordbridge.testkit.prerequisite;

import org.opentest4j.TestAbortedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The only way to skip a test: with a logged reason, and in continuous integration only for other load. */
public final class Prerequisite {
    private static final Logger LOG = LoggerFactory.getLogger(Prerequisite.class);

    private Prerequisite() {}

    /**
     * Skips the test when something of the machine is missing; with CI=true that is a failure.
     *
     * @param missing what is missing and how to get it
     */
    public static void require(boolean present, String missing) {
        require(present, missing, Boolean.parseBoolean(System.getenv("CI")));
    }

    static void require(boolean present, String missing, boolean continuousIntegration) {
        if (present) {
            return;
        }
        if (continuousIntegration) {
            throw new AssertionError(missing + " (a failure, because CI=true)");
        }
        skip(missing);
    }

    private static void skip(String reason) {
        LOG.warn("SKIPPED: {}", reason);
        throw new TestAbortedException("skipped: " + reason);
    }
}

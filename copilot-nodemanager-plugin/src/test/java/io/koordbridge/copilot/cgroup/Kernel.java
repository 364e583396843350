package io.koordbridge.copilot.cgroup;

import org.opentest4j.TestAbortedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What tests need of the kernel: skipped with a logged reason without it, a failure with CI=true. */
public final class Kernel {
    private static final Logger LOG = LoggerFactory.getLogger(Kernel.class);

    private Kernel() {}

    public static void require(boolean present, String missing) {
        if (present) {
            return;
        }
        if (Boolean.parseBoolean(System.getenv("CI"))) {
            throw new AssertionError(missing + " (a failure, because CI=true)");
        }
        LOG.warn("SKIPPED: {}", missing);
        throw new TestAbortedException("skipped: " + missing);
    }
}

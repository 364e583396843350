package io.koordbridge.copilot.protect;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which applications of the node are protected. An application of which the ResourceManager has not said anything yet counts as
 * protected: those that are known not to be go before it.
 */
public final class ProtectedApplications {
    /** An application may be moved to another queue. */
    private static final long ASK_AGAIN_NANOS = 300_000_000_000L;

    private static final long AFTER_FAILURE_NANOS = 10_000_000_000L;

    private final ProtectionRule rule;
    private final LongSupplier nanos;
    private final Map<String, Verdict> verdicts = new ConcurrentHashMap<>();

    /**
     * Nothing is known yet.
     *
     * @param nanos a monotonic clock
     */
    public ProtectedApplications(ProtectionRule rule, LongSupplier nanos) {
        this.rule = rule;
        this.nanos = nanos;
    }

    private static final class Verdict {
        private final boolean guarded;
        private final long askAgainAt;

        Verdict(boolean guarded, long askAgainAt) {
            this.guarded = guarded;
            this.askAgainAt = askAgainAt;
        }
    }

    /** Whether the containers of an application go last. */
    public boolean contains(String applicationId, String user) {
        if (rule.protectsUser(user)) {
            return true;
        }
        if (!rule.needsReports()) {
            return false;
        }
        Verdict verdict = verdicts.get(applicationId);
        return verdict == null || verdict.guarded;
    }

    /**
     * Asks for those that are due, and forgets those that have left the node.
     *
     * @param applicationIds all that have containers on the node
     * @return why one could not be asked for, null when all could
     */
    public @Nullable String refresh(Set<String> applicationIds, ApplicationSource source) {
        verdicts.keySet().retainAll(applicationIds);
        for (String id : applicationIds) {
            Verdict last = verdicts.get(id);
            if (last != null && last.askAgainAt - nanos.getAsLong() > 0) {
                continue;
            }
            try {
                boolean guarded = rule.protects(source.facts(id));
                verdicts.put(id, new Verdict(guarded, nanos.getAsLong() + ASK_AGAIN_NANOS));
            } catch (IOException e) {
                boolean guarded = last == null || last.guarded;
                verdicts.put(id, new Verdict(guarded, nanos.getAsLong() + AFTER_FAILURE_NANOS));
                // The others would wait as long for nothing.
                return "the ResourceManager does not say whether " + id + " is protected: " + e;
            }
        }
        return null;
    }
}

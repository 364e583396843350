package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import java.time.Duration;
import java.util.Locale;

/** What the edge has to do now. */
public sealed interface LeaseAction {

    /**
     * Write the reservation into the Node.
     *
     * @param resourceVersion precondition of the write
     */
    record SetAnnotation(YarnAmount lease, String resourceVersion) implements LeaseAction {}

    /**
     * Update the ResourceManager.
     *
     * @param overcommitTimeout after which it kills what no longer fits; never negative
     * @param number by which the acknowledgement is recognized
     */
    record UpdateNodeResource(
            NodeManagerRef nodeManager, YarnAmount capability, Duration overcommitTimeout, long number)
            implements LeaseAction {}

    /** Read the requests of the node's pods from the API server itself. */
    record ReadPods() implements LeaseAction {}

    /**
     * Ask what application masters on the node hold.
     *
     * @param number another one is another question
     */
    record AskMasters(long number) implements LeaseAction {}

    /** Report: something ended or went wrong. */
    record Announce(Notice notice, String text) implements LeaseAction {}

    /** The content of the report. */
    enum Notice {
        GROWING("GROW"),
        GROWN("GROW"),
        SHRINKING("SHRINK"),
        SHRUNK("SHRINK"),
        CLOSED("CLOSED"),
        GROW_GIVEN_UP("GROW"),
        CAPABILITY_DIFFERS("SHRINK"),
        MASTERS_UNKNOWN("SHRINK"),
        ORPHANS("STALE"),
        RELEASED("CLOSED");

        private final String timelineKind;

        Notice(String timelineKind) {
            this.timelineKind = timelineKind;
        }

        /** Reason of the event about it. */
        public String eventReason() {
            StringBuilder out = new StringBuilder("YarnLease");
            for (String word : name().split("_")) {
                out.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
            }
            return out.toString();
        }

        /** The coarser kind that the timeline shows. */
        public String timelineKind() {
            return timelineKind;
        }
    }
}

package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.ManagerState;
import java.util.Optional;

/** What a ResourceManager may say of a node. Anything else is not believed: a wrong amount would grow or end a lease. */
@PureCore
final class ReportCheck {

    /** A thousand times more than any machine has, and small enough that no sum or conversion overflows. */
    private static final long MOST_VCORES = 1_000_000;

    /** A pebibyte. */
    private static final long MOST_MEGABYTES = 1L << 30;

    private static final int HIGHEST_PORT = 65_535;

    private ReportCheck() {}

    /** A field that cannot be used. */
    record BadField(String field, String value, String want) {

        String text() {
            return field + " = " + value + ": want " + want;
        }
    }

    /** The first field of a node that cannot be used, empty when all can. */
    static Optional<BadField> firstBad(ReportedNode node) {
        if (node.host().isEmpty()) {
            return bad("nodeId.host", "''", "a host name");
        }
        if (node.port() < 1 || node.port() > HIGHEST_PORT) {
            return bad("nodeId.port", node.port(), "1 to " + HIGHEST_PORT);
        }
        if (node.state() == ManagerState.UNKNOWN) {
            return bad("nodeState", node.stateName().isEmpty() ? "nothing" : node.stateName(), "a state of YARN");
        }
        return amount("capability.vcores", node.capability().vcores(), MOST_VCORES)
                .or(() -> amount("capability.memoryMB", node.capability().memoryMb(), MOST_MEGABYTES))
                .or(() -> amount("used.vcores", node.used().vcores(), MOST_VCORES))
                .or(() -> amount("used.memoryMB", node.used().memoryMb(), MOST_MEGABYTES))
                .or(() -> amount("numContainers", node.containers(), MOST_VCORES));
    }

    /** The first number of the demand that cannot be used, empty when all can. */
    static Optional<BadField> firstBad(PendingDemand demand) {
        // Applications may ask for far more than there is: only what no sum of questions can be is refused.
        return amount("pendingVCores", demand.vcores(), Long.MAX_VALUE >> 20)
                .or(() -> amount("pendingMemoryMB", demand.memoryMb(), Long.MAX_VALUE >> 20));
    }

    private static Optional<BadField> amount(String field, long value, long most) {
        return value < 0 || value > most ? bad(field, value, "0 to " + most) : Optional.empty();
    }

    private static Optional<BadField> bad(String field, Object value, String want) {
        return Optional.of(new BadField(field, value.toString(), want));
    }
}

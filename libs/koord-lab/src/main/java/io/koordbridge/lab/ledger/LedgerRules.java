package io.koordbridge.lab.ledger;

import java.util.Optional;

/**
 * The rules. The Node is read before and after the ResourceManager: a rule is broken only when it is broken with both, so that
 * a change between two reads is no fault.
 */
final class LedgerRules {

    private LedgerRules() {}

    /**
     * Pods' part may never reach into what YARN has, whatever the origin did: origin and pods' part are one write.
     *
     * @param yarn what the ResourceManager schedules on, read between the two looks
     */
    static Optional<String> offeredTwice(NodeLook before, Share yarn, NodeLook after) {
        boolean cpu =
                tooMuch(before, yarn).milliCpu() > 0 && tooMuch(after, yarn).milliCpu() > 0;
        boolean memory =
                tooMuch(before, yarn).bytes() > 0 && tooMuch(after, yarn).bytes() > 0;
        return cpu || memory
                ? Optional.of("pods are offered %s while YARN has %s and others %s of %s"
                        .formatted(after.offered(), yarn, after.others(), after.origin()))
                : Optional.empty();
    }

    /** By how much pods are offered more than YARN and others leave; not above 0 where it fits. */
    static Share tooMuch(NodeLook look, Share yarn) {
        Share left = look.origin().minus(yarn).minus(look.others()).max(Share.NONE);
        return look.offered().minus(left);
    }

    /** YARN never has more than the Node reserves for it. */
    static Optional<String> unreserved(NodeLook before, Share yarn, NodeLook after) {
        Share reserved = before.reserved().max(after.reserved());
        return reserved.anyBelow(yarn)
                ? Optional.of("YARN has %s while the Node reserves %s for it".formatted(yarn, reserved))
                : Optional.empty();
    }

    /** By how much pods, YARN and others have more than there is; negative where there is room. */
    static Share excess(NodeLook look, Share yarn) {
        return look.pods().plus(yarn).plus(look.others()).minus(look.origin());
    }

    /** The part of an excess that YARN has to release: never its minimum, which a NodeManager always keeps. */
    static Share owed(Share excess, Share yarn, Share minimum) {
        Share above = yarn.minus(minimum).max(Share.NONE);
        return excess.max(Share.NONE).min(above);
    }
}

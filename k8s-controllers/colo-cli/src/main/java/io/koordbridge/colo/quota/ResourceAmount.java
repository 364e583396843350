package io.koordbridge.colo.quota;

import io.koordbridge.colo.table.Amounts;
import io.koordbridge.protocol.PureCore;

/** An amount of a quota as people read it. */
@PureCore
final class ResourceAmount {

    /** Above that a limit is none. */
    private static final long UNLIMITED = Long.MAX_VALUE / 2000;

    private ResourceAmount() {}

    static String of(String resource, long amount) {
        if (amount >= UNLIMITED) {
            return "unlimited";
        }
        if (resource.equals("cpu") || resource.endsWith("-cpu")) {
            return Amounts.cores(amount);
        }
        return resource.endsWith("memory") || resource.endsWith("storage")
                ? Amounts.bytes(amount)
                : Long.toString(amount);
    }
}

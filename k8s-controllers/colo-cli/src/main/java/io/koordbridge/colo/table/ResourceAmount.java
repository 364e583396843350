package io.koordbridge.colo.table;

import io.koordbridge.protocol.PureCore;

/** An amount of a resource in base units as people read it. */
@PureCore
public final class ResourceAmount {

    /** Above that a limit is none. */
    private static final long UNLIMITED = Long.MAX_VALUE / 2000;

    private ResourceAmount() {}

    /** In cores, binary units or as a number, by the resource. */
    public static String of(String resource, long amount) {
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

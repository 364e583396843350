package io.koordbridge.koordlet.qos.rdt;

import io.koordbridge.protocol.PureCore;

/**
 * What the processor and the kernel offer.
 *
 * @param offered whether the processor can share its last cache and memory bandwidth
 * @param vendor as the processor names itself
 * @param mask of all ways of the last cache; empty while resctrl is not mounted
 * @param caches of the group of all processes
 */
@PureCore
public record RdtMachine(boolean offered, String vendor, String mask, Schemata caches) {

    /** Why nothing can be shared; empty when it can. */
    String obstacle() {
        if (!offered) {
            return "not supported here: no cat_l3 and mba in /proc/cpuinfo";
        }
        return mask.isEmpty() ? "not mounted: mount -t resctrl resctrl /sys/fs/resctrl" : "";
    }
}

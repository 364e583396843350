package io.koordbridge.api.quantity;

import java.util.List;

/** Whole amounts by resource name, as the scheduler counts them: cpu in milli-cores, all others in their own unit. */
public interface Amounts {

    /** The names that have an amount, 0 included. */
    List<String> names();

    /** The amount of a resource, 0 when absent. */
    long get(String name);
}

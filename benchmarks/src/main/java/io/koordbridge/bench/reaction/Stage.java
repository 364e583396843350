package io.koordbridge.bench.reaction;

/** Where a change of the load is seen, in the order in which it gets there; a smaller value is less for batch work. */
enum Stage {
    /** CPU that the kernel lets best-effort work use, milli-cores. */
    LIMIT("kernel limit", 2_000),
    /** CPU that the agent reports as used, milli-cores below zero. */
    REPORT("report of the agent", 1_000),
    /** Batch capacity of the node before it is split, milli-cores. */
    ORIGIN("capacity of the manager", 1_000),
    /** vcores in the annotation of the lease. */
    LEASE("lease of the operator", 1),
    /** vcores that the ResourceManager schedules on. */
    RESOURCE_MANAGER("ResourceManager", 1);

    private final String title;
    private final long least;

    Stage(String title, long least) {
        this.title = title;
        this.least = least;
    }

    String title() {
        return title;
    }

    /** Smallest change that measuring does not make by itself. */
    long least() {
        return least;
    }
}

package io.koordbridge.yarnoperator.lease;

/** What goes wrong in a history. Any of them may come together. */
enum ModelFault {
    /** Calls hang for long. */
    CALLS(2),
    /** The ResourceManager fails over. */
    FAILOVER(2),
    /** The NodeManager restarts. */
    RESTART(3),
    /** The NodeManager is lost, its containers live on. */
    LOSS(4),
    /** The leader changes while the former one's calls are under way. */
    LEADERS(2),
    /** The former leader still writes annotations for as long as a call takes. */
    SPLIT(4),
    /** The node's capacity moves. */
    ORIGIN_MOVES(2),
    /** The node offers nothing for a time. */
    ORIGIN_ABSENT(4),
    /** The web server of the NodeManager never answers. */
    UNASKABLE(4),
    /** The web server of a NodeManager that heartbeats ceases to answer, for long or for good. */
    SILENCE(3),
    /** The web server shows another capacity than the ResourceManager. */
    WEB_CONTRADICTS(6),
    /** Somebody sets the clock. */
    CLOCK(3),
    /** The node agent evicts. */
    EVICTIONS(2),
    /** A vcore is more or less than a core. */
    RATIO(3),
    /** The manager writes small changes late, as a stock one does. */
    STOCK_MANAGER(5),
    /** Application masters run among the containers. */
    MASTERS(2),
    /** The plugin is older than the agent: it keeps no record of what the NodeManager was told, and confirms no placement. */
    OLD_PLUGIN(6),
    /** Somebody edits the reservation. */
    EDITED_RESERVATION(6),
    /** The Node is deleted and made again. */
    NODE_AGAIN(6),
    /** Another client updates the ResourceManager. */
    OTHER_WRITER(6),
    /** A second NodeManager of another cluster comes to the node and leaves it. */
    SECOND_MANAGER(6),
    /** The ResourceManager begins to decommission the node, and that is called off. */
    DECOMMISSION(4),
    /** The NodeManager comes back under its name without its containers, which live on. */
    ORPHANS(4),
    /** What the node offers cannot be read for a time. */
    ORIGIN_UNREADABLE(5),
    /** The agent's group is empty whatever runs, and no placement is confirmed. */
    WRONG_AGENT(6),
    /** What masters hold is heard late, unless it is asked for. */
    MASTERS_LATE(3),
    /** The ResourceManager takes calls in parallel, in any order. */
    ADMIN_THREADS(6);

    /** One history in so many has it. */
    final int oneIn;

    ModelFault(int oneIn) {
        this.oneIn = oneIn;
    }
}

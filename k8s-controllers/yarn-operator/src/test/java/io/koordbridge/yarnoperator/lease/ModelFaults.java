package io.koordbridge.yarnoperator.lease;

/**
 * What goes wrong in a history.
 *
 * @param calls calls hang without bound
 * @param failover the ResourceManager fails over
 * @param restart the NodeManager restarts
 * @param loss the NodeManager is lost, its containers live on
 * @param leaders the leader changes while the former one's calls are under way
 * @param originMoves the node's capacity changes
 * @param silence the web server of a NodeManager that heartbeats ceases to answer, for long or for good
 * @param clockSteps somebody sets the clock
 * @param forgetsWhatItWasTold the plugin does not keep what the NodeManager was told
 */
record ModelFaults(
        boolean calls,
        boolean failover,
        boolean restart,
        boolean loss,
        boolean leaders,
        boolean originMoves,
        boolean silence,
        boolean clockSteps,
        boolean forgetsWhatItWasTold) {}

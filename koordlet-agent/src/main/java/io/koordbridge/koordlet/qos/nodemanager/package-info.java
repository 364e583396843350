/**
 * The NodeManager's own processes come before its containers. Inputs: pods of the node, its size. Outputs: the CPU that the best-effort
 * tier keeps for the daemons in it, which suppression obeys, and the weight of a daemon's pod, above {@code hadoop-yarn} and above what batch
 * pods weigh together. Looked after every second and as soon as a control group appears below the tier. A NodeManager outside of the tier
 * (a service of the host, a burstable pod) needs neither: no limit of the tier reaches it. Product design 3.40.
 */
@NullMarked
package io.koordbridge.koordlet.qos.nodemanager;

import org.jspecify.annotations.NullMarked;

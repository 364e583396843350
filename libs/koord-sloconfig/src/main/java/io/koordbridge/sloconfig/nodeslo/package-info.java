/**
 * The keys that end in NodeSLO.spec: thresholds, QoS classes, CPU burst, system, host applications. Input: the config map's
 * data, the Node's labels and its bandwidth annotation. Output: what is in force per key, and the spec of one node. Pure;
 * manager specification sections 5.2, 5.4 and 7.2.
 */
@NullMarked
package io.koordbridge.sloconfig.nodeslo;

import org.jspecify.annotations.NullMarked;

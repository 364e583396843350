/**
 * What the controllers see of the cluster: caches stripped to what is read, and who is notified when something
 * changes. Input: watches of Node, Pod, NodeMetric, NodeSLO and one ConfigMap. Output: snapshots by node name. Nothing is
 * shown before every cache is filled once.
 */
@NullMarked
package io.koordbridge.manager.clusterview;

import org.jspecify.annotations.NullMarked;

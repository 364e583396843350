/**
 * Which NodeManagers belong to which Kubernetes node.
 *
 * <p>Pure. Inputs: Node, the NodeManager that its agent names, its NodeManager pods, the hosts of the clusters' reports; outputs: names with the
 * way they were found, and what could not be matched. Source: YARN specification section 6.9.
 */
@NullMarked
package io.koordbridge.yarnoperator.matching;

import org.jspecify.annotations.NullMarked;

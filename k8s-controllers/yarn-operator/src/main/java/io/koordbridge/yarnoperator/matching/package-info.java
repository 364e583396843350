/**
 * Which NodeManagers belong to which Kubernetes node.
 *
 * <p>Pure. Inputs: Node, its NodeManager pods, the clusters' reports; outputs: names with the way they were found, and what could
 * not be matched. Source: YARN specification section 1.3 and row 12 of section 3.
 */
@NullMarked
package io.koordbridge.yarnoperator.matching;

import org.jspecify.annotations.NullMarked;

/**
 * Documents that YARN's parts share: the lease, what yarn-operator and the node agent say of a NodeManager to each other, and how a pod
 * names its NodeManager. Input: annotations of Nodes and pods, a file of the plugin. Output: {@link io.koordbridge.api.document.Decoded}.
 * Pure; YARN specification section 6, product design 3.13, 3.28, 3.34 and 3.35.
 */
@NullMarked
package io.koordbridge.api.document.yarn;

import org.jspecify.annotations.NullMarked;

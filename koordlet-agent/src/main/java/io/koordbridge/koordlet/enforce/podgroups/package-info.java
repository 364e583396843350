/**
 * Whether the pods that run here have the control groups that the agent writes. Inputs: pods as the API server and the kubelet list them,
 * directories. Output: why the node is not protected. Trigger: every few seconds. Specification section 5.1.
 */
@NullMarked
package io.koordbridge.koordlet.enforce.podgroups;

import org.jspecify.annotations.NullMarked;

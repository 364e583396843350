/** Whether a pod can run on a node, by the rules of kube-scheduler that need no other object: cordon, taints, node selector, required node affinity, number of pods, requests, host ports. Input: what pod and node objects say, and what is taken; output: obstacles, shortages, and the constraints that only kube-scheduler knows. Triggered by whoever chooses a node before kube-scheduler is asked. Quota specification section 11.5, descheduler specification section 10.4. */
@NullMarked
package io.koordbridge.api.nodecheck;

import org.jspecify.annotations.NullMarked;

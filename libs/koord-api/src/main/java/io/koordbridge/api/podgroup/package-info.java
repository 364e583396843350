/** PodGroup of scheduling.sigs.k8s.io as a Kubernetes resource; quota specification section 10. */
@NullMarked
package io.koordbridge.api.podgroup;

import org.jspecify.annotations.NullMarked;

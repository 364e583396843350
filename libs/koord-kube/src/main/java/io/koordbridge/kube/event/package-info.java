/** Kubernetes events for people; identical ones are merged. */
@NullMarked
package io.koordbridge.kube.event;

import org.jspecify.annotations.NullMarked;

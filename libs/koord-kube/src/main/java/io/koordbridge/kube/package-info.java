/** The Kubernetes edge shared by the processes. */
@NullMarked
package io.koordbridge.kube;

import org.jspecify.annotations.NullMarked;

/**
 * Kubernetes control planes for tests and the quickstart.
 *
 * <p>{@code RealControlPlane} starts the executables that {@code bin/lab build} made (design.md section 4, lab.md
 * section 1). Input: what to run beside the API server. Output: address, kubeconfig, credentials and a client. Nothing
 * outlives {@code close()}, neither process nor file.
 */
@NullMarked
package io.koordbridge.lab.kube;

import org.jspecify.annotations.NullMarked;

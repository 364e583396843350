/**
 * Kernel identity of work by class. Inputs: cpuQOS of the NodeSLO, annotation {@code koordinator.sh/cpuQOS} of pods, host applications,
 * groups of pods on disk, and whether the kernel has cpu.bvt_warp_ns. Outputs: that file in every group, or, where the kernel has none, the
 * least weight for best-effort work. cpu.idle is never written: a kubelet that restarts under it ends. Runs once a second and when a pod
 * appears. Node agent specification sections 14.3 and 5.5.
 */
@NullMarked
package io.koordbridge.koordlet.qos.identity;

import org.jspecify.annotations.NullMarked;

/** Devices: which GPUs, RDMA cards and FPGAs of a node a pod gets, alone, shared or jointly. Input: Device objects, annotations and requests of pods; output: verdicts, scores, hints for NUMA alignment, an annotation of the Binding. Triggered by the verbs. Scheduler specification section 17. */
@NullMarked
package io.koordbridge.scheduler.place.device;

import org.jspecify.annotations.NullMarked;

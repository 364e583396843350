/**
 * Limits of best-effort pods from their batch resources: cpu.shares, cfs quota and memory limit of pods and containers. Looked after every
 * second and as soon as a control group appears below the best-effort tier; what others change is put right within ten seconds. Node
 * agent specification section 14.4.
 */
@NullMarked
package io.koordbridge.koordlet.qos.batchresource;

import org.jspecify.annotations.NullMarked;

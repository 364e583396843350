/**
 * What batch work costs an online service on one node: the service, batch threads and the shipped agent as processes in control groups of
 * the kernel. Inputs: number of requests, blocks, load, policy, gates. Outputs: response times with intervals. Started by
 * {@code bin/bench online-latency}; see "Must hold" of issue 35.
 */
@NullMarked
package io.koordbridge.bench.online;

import org.jspecify.annotations.NullMarked;

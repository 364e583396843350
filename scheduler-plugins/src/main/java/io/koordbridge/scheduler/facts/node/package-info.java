/**
 * What a Node says that several capabilities need: its CPU ratios (normalization and amplification), and what its annotation
 * node.koordinator.sh/reservation keeps from all pods. Input: annotations and allocatable; output: ratios, the rule in force, problems.
 * Triggered by each change of a Node. Scheduler specification sections 2.2, 6.7 and 10.
 */
@NullMarked
package io.koordbridge.scheduler.facts.node;

import org.jspecify.annotations.NullMarked;

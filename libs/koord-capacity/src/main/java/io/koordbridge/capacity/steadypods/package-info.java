/**
 * The node that all capacity is calculated from, with pods that only one source knows counted as they were. Input: the node as its
 * list of pods and its report say, the setting {@code steadyPods}, and how the pods were counted in the last pass. Output: the node
 * for the calculators, the next memory, and when the first window ends. Runs once for each pass, before its stages; off by
 * default, then the node is what was given. Guide: docs/guide/damping.md.
 */
@NullMarked
package io.koordbridge.capacity.steadypods;

import org.jspecify.annotations.NullMarked;

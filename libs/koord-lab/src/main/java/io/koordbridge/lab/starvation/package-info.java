/**
 * A node whose best-effort tier is at its floor while containers spin on every CPU, and whether its NodeManager lives: real
 * ResourceManager, NodeManager with our plugin and node agent, in control groups of the kernel. For the test of a minute and the benchmark
 * of ten.
 */
@NullMarked
package io.koordbridge.lab.starvation;

import org.jspecify.annotations.NullMarked;

/**
 * Stock YARN and Spark processes on this machine: a ResourceManager, NodeManagers with or without our plugin, Spark jobs.
 *
 * <p>Inputs: class paths written by the modules below {@code story/runtimes} and option records. Outputs: processes that are
 * ready when {@code start} returns (waited for by their REST answers), REST readers, and an application to watch. All addresses are
 * loopback, all ports fixed and below the ephemeral range, so a restarted process comes back at its old place.
 *
 * <p>Sources: Java stack document sections 4 and 5.
 */
@NullMarked
package io.koordbridge.lab.hadoop;

import org.jspecify.annotations.NullMarked;

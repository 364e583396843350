/**
 * A stock ResourceManager, a stock NodeManager with our plugin and real Spark jobs, each in processes of their own.
 *
 * <p>Inputs: class paths written by the modules below story/runtimes, the plugin's jar, the Spark job's jar. Where the kernel's
 * cgroup version 1 is writable, containers are placed; elsewhere those tests say that they were skipped.
 *
 * <p>Source: YARN specification section 7.
 */
package io.koordbridge.it.yarn;

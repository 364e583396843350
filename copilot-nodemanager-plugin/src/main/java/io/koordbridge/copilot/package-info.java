/**
 * The three classes that a stock NodeManager loads, just by configuration, and what ties them together.
 *
 * <p>The jar goes on the NodeManager's class path (HADOOP_CLASSPATH; not the auxiliary service's own classpath key, which would load
 * a second copy), and yarn-site.xml names:
 *
 * <pre>
 * yarn.nodemanager.container-state-transition-listener.classes = io.koordbridge.copilot.CopilotNmListener
 * yarn.nodemanager.aux-services                                = copilot
 * yarn.nodemanager.aux-services.copilot.class                  = io.koordbridge.copilot.CopilotAuxService
 * yarn.nodemanager.container-executor.class                    = io.koordbridge.copilot.CopilotContainerExecutor
 * </pre>
 *
 * <p>Keys of the plugin itself are in {@link io.koordbridge.copilot.CopilotKeys}; docs/reference/copilot-plugin.md explains them.
 *
 * <p>Triggers: the NodeManager's start and stop, the launch and end of each container, requests on the socket, a round each second
 * for usage and clean-up. A fault of the plugin never stops a NodeManager: every callback catches everything, runs on without what
 * failed and reports it in /health.
 *
 * <p>Several NodeManagers may live in one JVM: everything hangs on an instance that is found by an id in the NodeManager's own
 * configuration, never on a static context.
 *
 * <p>Source: YARN specification sections 5 and 6.7.
 */
package io.koordbridge.copilot;

/**
 * Puts containers below the best-effort tier from birth, with their limits, and reads their usage; cgroup v1 and v2.
 *
 * <p>Inputs: root, path and controllers from the configuration, size of the container. Outputs: directories to join before the
 * container's first process runs, limits written there, usage. When nothing can be written the container starts as without the
 * plugin and the reason is reported in /health.
 *
 * <p>Source: YARN specification section 5.3 A.
 */
package io.koordbridge.copilot.cgroup;

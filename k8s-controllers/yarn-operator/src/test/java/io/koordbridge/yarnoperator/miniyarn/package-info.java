/**
 * A MiniYARNCluster with our plugin in its NodeManagers, for tests in this JVM, and tests of the plugin in several of them.
 *
 * <p>Source: YARN specification sections 5.1 and 7.
 */
@NullMarked
package io.koordbridge.yarnoperator.miniyarn;

import org.jspecify.annotations.NullMarked;

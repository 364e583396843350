/** {@code colo version}: which release it is. Trigger: the command. */
@NullMarked
package io.koordbridge.colo.version;

import org.jspecify.annotations.NullMarked;

/** The cluster's configuration, looked at before it is stored: no process is asked. */
@NullMarked
package io.koordbridge.colo.config;

import org.jspecify.annotations.NullMarked;

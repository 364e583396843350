/** The process koord-scheduler: configuration, wiring, health. */
@NullMarked
package io.koordbridge.scheduler.app;

import org.jspecify.annotations.NullMarked;

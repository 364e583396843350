/**
 * {@code colo explain migration}: one PodMigrationJob with what belongs to it, from the API server, and the limit it waits for, from
 * koord-descheduler.
 */
@NullMarked
package io.koordbridge.colo.migration;

import org.jspecify.annotations.NullMarked;

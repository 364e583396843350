/** PodMigrationJob ({@code scheduling.koordinator.sh/v1alpha1}); descheduler specification section 2. */
@NullMarked
package io.koordbridge.api.migration;

import org.jspecify.annotations.NullMarked;

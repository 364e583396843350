/** Amounts of resources in base units. Scheduler specification section 3. */
@NullMarked
package io.koordbridge.scheduler.resource;

import org.jspecify.annotations.NullMarked;

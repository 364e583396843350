/** Amounts of resources in base units. Scheduler specification section 3. */
@NullMarked
package io.koordbridge.scheduler.facts.resource;

import org.jspecify.annotations.NullMarked;

/** koord-descheduler as it is shipped, on a real API server. */
@NullMarked
package io.koordbridge.it.descheduler;

import org.jspecify.annotations.NullMarked;

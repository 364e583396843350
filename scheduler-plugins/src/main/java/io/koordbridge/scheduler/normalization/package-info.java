/** CPU ratios of a node (normalization and amplification) and the fit of CPU requests on amplified nodes. Scheduler specification sections 6.7 and 10. */
@NullMarked
package io.koordbridge.scheduler.normalization;

import org.jspecify.annotations.NullMarked;

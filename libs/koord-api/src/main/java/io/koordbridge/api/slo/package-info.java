/** NodeMetric and NodeSLO ({@code slo.koordinator.sh/v1alpha1}); manager specification section 2.4. */
@NullMarked
package io.koordbridge.api.slo;

import org.jspecify.annotations.NullMarked;

/** Reservation ({@code scheduling.koordinator.sh/v1alpha1}); scheduler-quota specification section 11.1, manager specification 9.8. */
@NullMarked
package io.koordbridge.api.reservation;

import org.jspecify.annotations.NullMarked;

package io.koordbridge.descheduler.act.request;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * What each job gets.
 *
 * @param mode ReservationFirst or EvictDirectly
 * @param ttl such as 5m0s
 * @param deleteOptions null for none
 * @param createdBy name of the component, a slash, and an id of this process
 */
public record JobDefaults(String mode, String ttl, @Nullable JsonNode deleteOptions, String createdBy) {}

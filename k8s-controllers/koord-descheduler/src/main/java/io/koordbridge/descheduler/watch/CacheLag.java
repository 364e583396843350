package io.koordbridge.descheduler.watch;

import java.time.Duration;

/**
 * How far a cache is.
 *
 * @param kind name of the kind, such as pods
 * @param filled whether all that there is was read once
 * @param behind how old what is known may be, zero while it is followed
 */
record CacheLag(String kind, boolean filled, Duration behind) {}

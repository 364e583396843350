package io.koordbridge.koordlet.prediction;

import java.time.Duration;

/** How fast samples are forgotten. */
record HalfLives(Duration cpu, Duration memory) {}

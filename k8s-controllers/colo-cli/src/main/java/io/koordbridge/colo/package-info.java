/**
 * The {@code colo} command line: reads the yarn-operator's API, prints tables for people and JSON for scripts, and answers with an
 * exit code. It changes nothing.
 */
@NullMarked
package io.koordbridge.colo;

import org.jspecify.annotations.NullMarked;

/**
 * Runs recorded vectors against adapters. A suite is one JSON file that names itself; an adapter maps one case's
 * input to our records, calls the core and renders the outcome in the vector's shape.
 */
@NullMarked
package io.koordbridge.testkit.conformance;

import org.jspecify.annotations.NullMarked;

/** Connects the manager's suites of recorded vectors with its cores. */
@NullMarked
package io.koordbridge.manager.conformance;

import org.jspecify.annotations.NullMarked;

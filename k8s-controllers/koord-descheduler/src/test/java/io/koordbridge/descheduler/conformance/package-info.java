/** Connects the descheduler's suites of recorded vectors with its cores. */
@NullMarked
package io.koordbridge.descheduler.conformance;

import org.jspecify.annotations.NullMarked;

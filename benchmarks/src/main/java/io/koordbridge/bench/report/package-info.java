/** What a run measured, against which targets, on which machine, as JSON and as a table. */
@NullMarked
package io.koordbridge.bench.report;

import org.jspecify.annotations.NullMarked;

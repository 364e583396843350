/** A machine whose load is what a test or a benchmark says. */
@NullMarked
package io.koordbridge.lab.machine;

import org.jspecify.annotations.NullMarked;

/** Counts the work of a test's subject, which says the same on a busy machine as on an idle one. */
@NullMarked
package io.koordbridge.testkit.work;

import org.jspecify.annotations.NullMarked;

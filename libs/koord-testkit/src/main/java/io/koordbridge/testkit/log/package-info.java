/** Log lines of code under test. Input: a logger. Output: what was logged by it and below it. Used by tests. */
@NullMarked
package io.koordbridge.testkit.log;

import org.jspecify.annotations.NullMarked;

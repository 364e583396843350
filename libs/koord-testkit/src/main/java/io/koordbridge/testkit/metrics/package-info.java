/** What a module says of its metrics. Input: its folder. Output: names and texts. Used by tests. */
@NullMarked
package io.koordbridge.testkit.metrics;

import org.jspecify.annotations.NullMarked;

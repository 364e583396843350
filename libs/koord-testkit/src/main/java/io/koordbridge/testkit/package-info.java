/** What tests share: fakes, clocks, rules. Test scope only. */
@NullMarked
package io.koordbridge.testkit;

import org.jspecify.annotations.NullMarked;

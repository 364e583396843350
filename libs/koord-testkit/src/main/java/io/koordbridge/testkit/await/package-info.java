/** How long tests wait for a condition. */
@NullMarked
package io.koordbridge.testkit.await;

import org.jspecify.annotations.NullMarked;

/** All parts at once, each a process of its own. */
@NullMarked
package io.koordbridge.it.chain;

import org.jspecify.annotations.NullMarked;

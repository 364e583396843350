/** What every command shares: options, output, exit codes. */
@NullMarked
package io.koordbridge.colo.terminal;

import org.jspecify.annotations.NullMarked;

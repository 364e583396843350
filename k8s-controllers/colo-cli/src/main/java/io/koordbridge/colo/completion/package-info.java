/** {@code colo completion}: a script for bash and zsh, which asks colo for names of nodes. */
@NullMarked
package io.koordbridge.colo.completion;

import org.jspecify.annotations.NullMarked;

/** koord-manager as a process of its own against a real API server. */
@NullMarked
package io.koordbridge.it.manager;

import org.jspecify.annotations.NullMarked;

/** The webhook of a koord-manager process under a steady load over TLS. */
@NullMarked
package io.koordbridge.bench.admission;

import org.jspecify.annotations.NullMarked;

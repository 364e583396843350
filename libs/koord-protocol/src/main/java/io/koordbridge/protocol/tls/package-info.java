/**
 * TLS as clients of our processes do it, colo and replicas alike: which authorities they trust, and which name they want. JDK only.
 *
 * <p>Inputs: PEM texts and the name of a Service. Outputs: an SSL context, or why a certificate is not taken.
 */
@NullMarked
package io.koordbridge.protocol.tls;

import org.jspecify.annotations.NullMarked;

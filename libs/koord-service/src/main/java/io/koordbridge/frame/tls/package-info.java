/**
 * TLS of the pages' port. Inputs: a directory with {@code tls.crt}, {@code tls.key} and perhaps {@code ca.crt}, which koord-manager or an
 * administrator fills and replaces.
 * Outputs: what the port serves and what a replica trusts when it asks the leader. Trigger: a look every two seconds.
 */
@NullMarked
package io.koordbridge.frame.tls;

import org.jspecify.annotations.NullMarked;
